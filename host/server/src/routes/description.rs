//! What this server answers, in the words of OpenAPI, and the schemas that it refers to.

use crate::answer::Fault;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::LazyLock;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// What there is to say that is not said of a route
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Anchorhold",
        description = "The policy that guards the compaction of agents' context, for many tenants. An answer is `ok`; a refusal is one \
                       too. Else it is `input_error`: the request is unsound, or `failure`: nothing was decided."
    ),
    modifiers(&Bearer)
)]
pub struct Description;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let token =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("The token of a tenant")).build();
        document.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(token));
    }
}

static OPENAPI: LazyLock<String> = LazyLock::new(super::openapi);

/// The schemas that `docs/json.md` tells of
const SCHEMAS: [(&str, &str); 2] = [
    ("batch-line.json", include_str!("../../../../docs/schema/batch-line.json")),
    ("answers.json", include_str!("../../../../docs/schema/answers.json")),
];

/// This description
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, description = "OpenAPI 3.1")))]
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI.as_str())
}

/// A schema that this description refers to
#[utoipa::path(
    get,
    path = "/schema/{name}",
    params(("name" = String, Path, description = "`batch-line.json` or `answers.json`")),
    responses((status = 200, description = "JSON Schema 2020-12"), (status = 404, description = "There is no such schema"))
)]
pub async fn schema(Path(name): Path<String>) -> Result<impl IntoResponse, Fault> {
    let known = SCHEMAS.iter().find(|(known, _)| *known == name);
    let unknown = || {
        let message = format!("there is no schema `{name}`: there are `batch-line.json` and `answers.json`");
        Fault::request(StatusCode::NOT_FOUND, "schema-unknown", &message)
    };
    let (_, text) = known.ok_or_else(unknown)?;
    Ok(([(header::CONTENT_TYPE, "application/schema+json")], *text))
}
