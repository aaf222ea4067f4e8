//! A registry: a folder with the components, what is known of them, and what points to them.

use crate::clock::now_ms;
use crate::error::RegistryError;
use crate::files;
use crate::key::{SigningKey, VerifyingKey};
use crate::record::{NewVersion, Record};
use crate::selector::Selector;
use crate::statement::{Envelope, SignatureError, Signed, Statement};
use anchorhold_runtime::{Admitted, Digest};
use std::path::{Path, PathBuf};

/// A folder of versions
#[derive(Clone, Debug)]
pub struct Registry {
    pub(crate) folder: PathBuf,
}

/// What `gc` took away
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Removed {
    /// Versions to which nothing pointed
    pub versions: Vec<Record>,
    /// Components without a record, of an addition that was cut off
    pub components: usize,
    /// What they had in bytes
    pub bytes: u64,
}

impl Registry {
    /// The registry in this folder; makes it where it is not there
    ///
    /// # Errors
    /// Where the folder cannot be made.
    pub fn open(folder: &Path) -> Result<Registry, RegistryError> {
        files::make_folder(folder)?;
        Ok(Registry { folder: folder.to_owned() })
    }

    /// The registry in this folder. `None`: there is none.
    pub fn open_if_there(folder: &Path) -> Option<Registry> {
        folder.join("versions").is_dir().then(|| Registry { folder: folder.to_owned() })
    }

    /// Where it is
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a component that was admitted. Adding the same once more changes nothing.
    ///
    /// # Errors
    /// Where its name and version stand for another component, or it is kept under another name.
    pub fn add(&self, bytes: &[u8], admitted: &Admitted, new: NewVersion) -> Result<Record, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let NewVersion { name, version, profile, notes } = new;
        let digest = admitted.digest;
        for record in self.list()? {
            let is_named_so = record.name == name && record.version == version;
            match (record.digest == digest, is_named_so) {
                (true, true) => return Ok(record),
                (true, false) => return Err(RegistryError::Known { digest, named: record.named() }),
                (false, true) => {
                    return Err(RegistryError::NameTaken { named: record.named(), digest: record.digest });
                }
                (false, false) => {}
            }
        }
        let record = Record {
            digest,
            name,
            version,
            world: admitted.world.name().to_owned(),
            profile,
            size_bytes: bytes.len(),
            notes,
            added_at_ms: now_ms(),
        };
        // The component first: a record without its component would be a promise that cannot be kept.
        files::write(&self.component_path(digest), bytes)?;
        files::write_json(&self.record_path(digest), &record)?;
        Ok(record)
    }

    /// All versions, by name, the newest first
    ///
    /// # Errors
    /// Where a record cannot be read.
    pub fn list(&self) -> Result<Vec<Record>, RegistryError> {
        let paths = files::files_in(&self.folder.join("versions"), ".json")?;
        let records: Result<Vec<Option<Record>>, RegistryError> =
            paths.iter().map(|path| files::read_json(path)).collect();
        let mut records: Vec<Record> = records?.into_iter().flatten().collect();
        records.sort_by(|one, other| (&one.name, &other.version).cmp(&(&other.name, &one.version)));
        Ok(records)
    }

    /// The version that is named so. A name is first looked for among the channels.
    ///
    /// # Errors
    /// Where there is none, or several.
    pub fn find(&self, selector: &Selector) -> Result<Record, RegistryError> {
        let unknown = || RegistryError::Unknown { named: selector.to_string() };
        let records = self.list()?;
        let channel = match selector {
            Selector::Name(name) => self.channel(name)?.map(|channel| channel.digest),
            _ => None,
        };
        let mut found = records.into_iter().filter(|record| match (selector, channel) {
            (_, Some(digest)) => record.digest == digest,
            (Selector::Version(name, version), _) => record.name == *name && record.version == *version,
            (Selector::Digits(digits), _) => record.digest.to_string().starts_with(digits),
            (Selector::Name(name), _) => record.name == *name,
        });
        let first = found.next().ok_or_else(unknown)?;
        match found.count() {
            0 => Ok(first),
            // The list begins with the newest.
            _ if matches!(selector, Selector::Name(_)) => Ok(first),
            more => Err(RegistryError::Ambiguous { named: selector.to_string(), count: more + 1 }),
        }
    }

    /// What is known of a version. `None`: it is not here.
    ///
    /// # Errors
    /// Where the record cannot be read.
    pub fn record(&self, digest: Digest) -> Result<Option<Record>, RegistryError> {
        files::read_json(&self.record_path(digest))
    }

    /// The bytes of a component, which are those of its digest
    ///
    /// # Errors
    /// Where it is not here, or is damaged.
    pub fn component(&self, digest: Digest) -> Result<Vec<u8>, RegistryError> {
        let path = self.component_path(digest);
        let bytes = files::read(&path)?.ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
        if Digest::of(&bytes) == digest {
            Ok(bytes)
        } else {
            Err(RegistryError::Damaged { path, why: "its bytes are not those of its digest; add it again".to_owned() })
        }
    }

    /// Signs a version, and keeps the public key
    ///
    /// # Errors
    /// Where a file cannot be written, or stands under signatures over something else.
    pub fn sign(&self, record: &Record, key: &SigningKey) -> Result<Vec<Signed>, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let statement = Statement::of(record);
        let mut envelope = self.envelope(record.digest)?.unwrap_or_else(|| Envelope::of(&statement));
        if envelope.signed(&statement, &mut |_| None).is_err() {
            // Signatures over another statement, such as one under older bounds, say nothing any more.
            envelope = Envelope::of(&statement);
        }
        envelope.sign(key);
        self.keep_key_unlocked(&key.verifying())?;
        files::write_json(&self.envelope_path(record.digest), &envelope)?;
        Ok(envelope.signed(&statement, &mut |id| self.key(id)).unwrap_or_default())
    }

    /// Keeps a public key, so that what it signed can be verified
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep_key(&self, key: &VerifyingKey) -> Result<(), RegistryError> {
        let _lock = files::lock(&self.folder)?;
        self.keep_key_unlocked(key)
    }

    /// The signatures of a version
    ///
    /// # Errors
    /// Where the file cannot be read. An envelope over another statement is the inner error.
    pub fn signed(&self, record: &Record) -> Result<Result<Vec<Signed>, SignatureError>, RegistryError> {
        let envelope = self.envelope(record.digest)?;
        let signed = envelope.map(|envelope| envelope.signed(&Statement::of(record), &mut |id| self.key(id)));
        Ok(signed.unwrap_or_else(|| Ok(Vec::new())))
    }

    /// Takes a version away to which nothing points
    ///
    /// # Errors
    /// Where something points to it.
    pub fn remove(&self, digest: Digest) -> Result<(), RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let by = self.users(digest, 1)?;
        if !by.is_empty() {
            return Err(RegistryError::InUse { digest, by });
        }
        self.remove_files(digest)
    }

    /// Takes away all versions to which nothing points, neither now nor after so many rollbacks, and what an addition
    /// that was cut off left
    ///
    /// # Errors
    /// Where a file cannot be read or taken away.
    pub fn collect_garbage(&self, steps_back: usize) -> Result<Removed, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let mut removed = Removed::default();
        for record in self.list()? {
            if self.users(record.digest, steps_back)?.is_empty() {
                self.remove_files(record.digest)?;
                removed.bytes += record.size_bytes as u64;
                removed.versions.push(record);
            }
        }
        for path in files::files_in(&self.folder.join("components"), ".wasm")? {
            let digest = path.file_stem().and_then(|stem| stem.to_string_lossy().parse::<Digest>().ok());
            let is_known = match digest {
                Some(digest) => self.record(digest)?.is_some(),
                None => false,
            };
            if !is_known {
                removed.bytes += path.metadata().map(|metadata| metadata.len()).unwrap_or_default();
                removed.components += 1;
                files::remove(&path)?;
            }
        }
        Ok(removed)
    }

    /// The public key with this id. `None`: it is not here.
    pub fn key(&self, id: &str) -> Option<VerifyingKey> {
        // An id stands in files of others: what is no digest must not become a path.
        let path = self.key_path(&id.parse::<Digest>().ok()?.to_string());
        let text = String::from_utf8(files::read(&path).ok()??).ok()?;
        VerifyingKey::from_pem(&text, &path).ok()
    }

    fn keep_key_unlocked(&self, key: &VerifyingKey) -> Result<(), RegistryError> {
        let path = self.key_path(&key.id());
        let text = key.to_pem(&path).map_err(|error| files::failed(&path, std::io::Error::other(error)))?;
        files::write(&path, text.as_bytes())
    }

    fn remove_files(&self, digest: Digest) -> Result<(), RegistryError> {
        files::remove(&self.record_path(digest))?;
        files::remove(&self.envelope_path(digest))?;
        files::remove(&self.component_path(digest))
    }

    fn envelope(&self, digest: Digest) -> Result<Option<Envelope>, RegistryError> {
        files::read_json(&self.envelope_path(digest))
    }

    fn component_path(&self, digest: Digest) -> PathBuf {
        self.folder.join(format!("components/{digest}.wasm"))
    }

    fn record_path(&self, digest: Digest) -> PathBuf {
        self.folder.join(format!("versions/{digest}.json"))
    }

    fn envelope_path(&self, digest: Digest) -> PathBuf {
        self.folder.join(format!("signatures/{digest}.json"))
    }

    fn key_path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("keys/{id}.pem"))
    }
}
