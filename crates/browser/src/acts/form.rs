//! Filling in.

use ringfence_page::{FieldProblem, FieldSet, FieldValue, PageError, Ref};
use ringfence_toolset::input::{FormInputInput, FormValue};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, MemberOutput};

use crate::browser::Browser;
use crate::failure::page_error;

impl Browser {
    pub(crate) async fn form_input(&self, input: &FormInputInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let value = match &input.value {
            FormValue::Text(text) => FieldValue::Text(text.clone()),
            FormValue::Number(number) => FieldValue::Text(number.to_string()),
            FormValue::Bool(flag) => FieldValue::Flag(*flag),
        };
        let element = Ref(u64::from(input.target.0));
        self.act(&tab, async |tree, deadline| {
            let set = tab.page.set_field(tree, element, &value, deadline).await;
            set.map(|set| Some(told(&set))).map_err(|error| {
                let takes_files = matches!(error, PageError::Field { problem: FieldProblem::TakesFiles, .. });
                let mut error = page_error(error);
                if takes_files {
                    let how = self.how_files_are_given();
                    error.text = format!("{} {how}", error.text);
                    error.hint = Some(how.to_owned());
                }
                error
            })
        })
        .await
    }
}

fn told(set: &FieldSet) -> String {
    let (what, now) = (one_line(&set.what), one_line(&set.now));
    if set.gone {
        return format!(
            "{what} took {now}, and then the page took it away or put another in its place; read the page again."
        );
    }
    let invalid = match one_line(&set.invalid) {
        invalid if invalid.is_empty() => invalid,
        invalid => format!(", which the field itself calls invalid (it takes {invalid})"),
    };
    format!("{what} now holds {now}{invalid}.")
}
