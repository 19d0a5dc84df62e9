//! The macro that makes an input's type, reader and schema from one declaration.

/// Declares inputs: a name, the tab it acts on (`(any tab)` takes an optional `tab_id`, `(this tab)` a required one,
/// `()` none), and its fields, each with help, name, wire name, type and rule. `ensure` names a check across fields.
macro_rules! inputs {
    ($(
        $(#[doc = $about:literal])*
        $name:ident $tab:tt $( ensure $check:ident )? { $($fields:tt)* }
    )*) => { $(
        $crate::input::declare::input! { $tab $(#[doc = $about])* $name { $($fields)* } $( ensure $check )? }
    )* };
}

macro_rules! input {
    ((any tab) $(#[doc = $about:literal])* $name:ident { $($fields:tt)* } $($rest:tt)*) => {
        $crate::input::declare::input! {
            @with [|input: &Self| input.tab_id.as_ref()] $(#[doc = $about])* $name {
                $($fields)*
                /// The tab to act on.
                tab_id "tab_id": Option<TabId> = optional(Tab);
            } $($rest)*
        }
    };
    ((this tab) $(#[doc = $about:literal])* $name:ident { $($fields:tt)* } $($rest:tt)*) => {
        $crate::input::declare::input! {
            @with [|input: &Self| Some(&input.tab_id)] $(#[doc = $about])* $name {
                $($fields)*
                /// The tab to act on.
                tab_id "tab_id": TabId = required(Tab);
            } $($rest)*
        }
    };
    (() $(#[doc = $about:literal])* $name:ident { $($fields:tt)* } $($rest:tt)*) => {
        $crate::input::declare::input! { @with [|_: &Self| None] $(#[doc = $about])* $name { $($fields)* } $($rest)* }
    };
    (@with [$tab:expr]
        $(#[doc = $about:literal])*
        $name:ident { $( #[doc = $help:literal] $field:ident $wire:literal : $ty:ty = $rule:expr ; )* }
        $( ensure $check:ident )?
    ) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $( #[doc = $help] pub $field: $ty, )* }

        impl Input for $name {
            fn parse(input: &Value, extensions: Extensions) -> Result<Self, BadInput> {
                #[allow(unused_mut, reason = "an input without fields reads none")]
                let mut reader = reader::FieldReader::new(input, extensions)?;
                $( let $field = reader.field($wire, &$rule); )*
                reader.finish()?;
                match ($( $field, )*) {
                    ($( Some($field), )*) => {
                        let input = Self { $($field),* };
                        $( input.$check()?; )?
                        Ok(input)
                    }
                    #[allow(unreachable_patterns, reason = "an input without fields is always complete")]
                    _ => Err(BadInput::default()),
                }
            }

            fn schema(extensions: Extensions) -> Value {
                kind::object_schema(&[$( kind::Property::new($wire, $help, &$rule) ),*], extensions)
            }

            fn shown(&self) -> Vec<(&'static str, String)> {
                let fields: Vec<(&'static str, Option<String>)> = vec![$( ($wire, self.$field.shown()) ),*];
                fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
            }

            fn tab_id(&self) -> Option<&TabId> {
                let tab: fn(&Self) -> Option<&TabId> = $tab;
                tab(self)
            }
        }
    };
}

pub(super) use {input, inputs};
