//! Engines by name, for all families.

use crate::Error;
use crate::base::text::shown;
use std::str::FromStr;

/// A choice of engine as users make it: `auto` or a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EngineChoice<E> {
    /// The fastest engine.
    #[default]
    Auto,
    /// This engine.
    Given(E),
}

impl<E> From<E> for EngineChoice<E> {
    fn from(engine: E) -> Self {
        EngineChoice::Given(engine)
    }
}

impl<E: FromStr<Err = Error>> FromStr for EngineChoice<E> {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        if name == "auto" { Ok(EngineChoice::Auto) } else { name.parse().map(EngineChoice::Given) }
    }
}

/// The name of this engine.
pub(crate) fn name<E: PartialEq>(engines: &[(&'static str, E)], engine: E) -> &'static str {
    engines.iter().find(|(_, known)| *known == engine).map_or("", |(name, _)| name)
}

/// The engine of this name.
pub(crate) fn named<E: Copy>(engines: &[(&str, E)], name: &str) -> Result<E, Error> {
    let known = engines.iter().find(|(known, _)| *known == name);
    known.map(|&(_, engine)| engine).ok_or_else(|| {
        let names: Vec<_> = engines.iter().map(|(name, _)| *name).collect();
        let (name, names) = (shown(name), names.join(", "));
        Error::input(format!("there is no engine '{name}'; the engines are auto, {names}"))
    })
}
