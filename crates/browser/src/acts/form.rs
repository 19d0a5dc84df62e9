//! Filling in.

use ringfence_page::{FieldValue, Ref};
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
            let set = tab.page.set_field(tree, element, &value, deadline).await.map_err(page_error)?;
            let limits = match one_line(&set.off_limits) {
                limits if limits.is_empty() => limits,
                limits => format!(", which the field itself calls invalid (limits: {limits})"),
            };
            Ok(Some(format!("{} now holds {}{limits}.", one_line(&set.what), one_line(&set.now))))
        })
        .await
    }
}
