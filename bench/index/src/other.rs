//! The same elements in tantivy.

use crate::{Made, shown};
use std::path::Path;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, QueryParser, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::{Index, IndexReader, IndexWriter, TantivyDocument, Term, doc};

#[derive(Clone, Copy)]
struct Fields {
    session: Field,
    element: Field,
    words: Field,
}

/// An index that is written
pub struct Other {
    index: Index,
    fields: Fields,
    writer: IndexWriter,
}

impl Other {
    /// An empty index in a folder
    ///
    /// # Errors
    /// What tantivy fails with.
    pub fn create(folder: &Path) -> Result<Other, String> {
        const WRITER_BYTES: usize = 64 << 20;
        let stems = TextFieldIndexing::default()
            .set_tokenizer("en_stem")
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let mut schema = Schema::builder();
        let fields = Fields {
            session: schema.add_text_field("session", STRING),
            element: schema.add_text_field("element", STRING | STORED),
            words: schema.add_text_field("words", TextOptions::default().set_indexing_options(stems)),
        };
        let index = Index::create_in_dir(folder, schema.build()).map_err(shown)?;
        let writer = index.writer_with_num_threads(1, WRITER_BYTES).map_err(shown)?;
        Ok(Other { index, fields, writer })
    }

    /// Adds what leaves with one pass, durably
    ///
    /// # Errors
    /// What tantivy fails with.
    pub fn add(&mut self, session: &str, made: &[Made]) -> Result<(), String> {
        let Fields { session: of_session, element, words } = self.fields;
        for one in made {
            let text = format!("{} {}", one.text, one.arguments);
            let document = doc!(of_session => session, element => one.name.as_str(), words => text);
            self.writer.add_document(document).map_err(shown)?;
        }
        self.writer.commit().map_err(shown)?;
        Ok(())
    }

    /// The index as it can be asked, once what is merged in the background is merged
    ///
    /// # Errors
    /// What tantivy fails with.
    pub fn into_searching(self) -> Result<Searching, String> {
        self.writer.wait_merging_threads().map_err(shown)?;
        let reader = self.index.reader().map_err(shown)?;
        let parser = QueryParser::for_index(&self.index, vec![self.fields.words]);
        Ok(Searching { reader, parser, fields: self.fields })
    }
}

/// An index that is asked
pub struct Searching {
    reader: IndexReader,
    parser: QueryParser,
    fields: Fields,
}

impl Searching {
    /// The names of the elements that answer best
    ///
    /// # Errors
    /// What tantivy fails with.
    pub fn ask(&self, question: &str, session: Option<&str>, count: usize) -> Result<Vec<String>, String> {
        let (words, _) = self.parser.parse_query_lenient(question);
        let query: Box<dyn Query> = match session {
            None => words,
            Some(session) => {
                let term = Term::from_field_text(self.fields.session, session);
                let in_session: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::Basic));
                Box::new(BooleanQuery::new(vec![(Occur::Must, in_session), (Occur::Must, words)]))
            }
        };
        let searcher = self.reader.searcher();
        let found = searcher.search(&query, &TopDocs::with_limit(count).order_by_score()).map_err(shown)?;
        let name = |document: TantivyDocument| {
            document.get_first(self.fields.element).and_then(|name| name.as_str().map(str::to_owned))
        };
        let documents = found.into_iter().map(|(_, place)| searcher.doc::<TantivyDocument>(place).map_err(shown));
        documents.filter_map(|document| document.map(name).transpose()).collect()
    }
}
