//! Where half boards are joined: on the processor, or on a graphics card.

use super::Engine;
use crate::Error;
use crate::search::Context;
use std::fmt;
use std::str::FromStr;

/// A device by its name: `cpu`, `gpu` or `gpu:K`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceChoice {
    /// The processor.
    #[default]
    Cpu,
    /// The graphics card of this number, from 0, or else the first one.
    Gpu(Option<usize>),
}

impl DeviceChoice {
    /// Refuses an engine that does not run on the device.
    ///
    /// # Errors
    /// [`Error::Input`].
    pub fn check(self, engine: Engine) -> Result<(), Error> {
        if self == DeviceChoice::Cpu || engine == Engine::Halves {
            return Ok(());
        }
        Err(Error::input(format!(
            "the engine {engine} runs on the processor alone; graphics cards serve the engine halves"
        )))
    }
}

impl FromStr for DeviceChoice {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match (name, name.strip_prefix("gpu:").and_then(|number| number.parse().ok())) {
            ("cpu", _) => Ok(DeviceChoice::Cpu),
            ("gpu", _) => Ok(DeviceChoice::Gpu(None)),
            (_, Some(number)) => Ok(DeviceChoice::Gpu(Some(number))),
            _ => Err(Error::input("expected cpu, gpu or gpu:K, where K is a number of 'vuelta info'")),
        }
    }
}

/// A device, opened: by default the processor. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Device {
    #[cfg(feature = "gpu")]
    pub(super) card: Option<super::halves::Card>,
}

impl Device {
    /// Opens a device.
    ///
    /// # Errors
    /// [`Error::Device`] if there is no such graphics card, or if it is too small; [`Error::Input`] for a graphics card
    /// without the feature `gpu`.
    pub fn open(choice: DeviceChoice) -> Result<Self, Error> {
        match choice {
            DeviceChoice::Cpu => Ok(Device::default()),
            #[cfg(feature = "gpu")]
            DeviceChoice::Gpu(number) => Ok(Device { card: Some(super::halves::Card::open(number)?) }),
            #[cfg(not(feature = "gpu"))]
            DeviceChoice::Gpu(_) => Err(Error::input(
                "this build of vuelta cannot use graphics cards: build it with --features gpu",
            )),
        }
    }

    /// Whether this is the processor.
    #[must_use]
    pub fn is_cpu(&self) -> bool {
        self.name().is_none()
    }

    /// Runs a count that is told when a graphics card is lost.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] if the card counts wrongly, otherwise those of the count.
    pub(super) fn watched<T>(
        &self,
        context: &mut Context<'_>,
        run: impl FnOnce(&mut Context<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        #[cfg(feature = "gpu")]
        if let Some(card) = &self.card {
            let Context { workers, stop, observer } = context.reborrow();
            let mut observer = super::halves::Watch { card, observer, told: false };
            let counted = run(&mut Context { workers, stop, observer: &mut observer });
            return card.check().and(counted);
        }
        run(context)
    }

    /// The part of a memory limit that uploads to the graphics card leave.
    pub(super) fn without_uploads(&self, memory_limit: Option<u64>) -> Option<u64> {
        #[cfg(feature = "gpu")]
        if self.card.is_some() {
            return memory_limit.map(super::halves::without_uploads);
        }
        memory_limit
    }

    /// Refuses an estimate if the graphics card was lost.
    ///
    /// # Errors
    /// [`Error::Device`].
    pub(super) fn check_not_lost(&self) -> Result<(), Error> {
        #[cfg(feature = "gpu")]
        if let Some(card) = &self.card {
            return card.check_not_lost();
        }
        Ok(())
    }

    /// The name and the driver of the graphics card; `None` for the processor.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        #[cfg(feature = "gpu")]
        return self.card.as_ref().map(|card| card.name());
        #[cfg(not(feature = "gpu"))]
        None
    }
}

/// The name, or `cpu`.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name().unwrap_or("cpu"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_named_by_their_number() {
        let parsed = |name: &str| name.parse::<DeviceChoice>().ok();
        assert_eq!(parsed("cpu"), Some(DeviceChoice::Cpu));
        assert_eq!(parsed("gpu"), Some(DeviceChoice::Gpu(None)));
        assert_eq!(parsed("gpu:12"), Some(DeviceChoice::Gpu(Some(12))));
        for wrong in ["", "GPU", "gpu:", "gpu:-1", "gpu0", "cpu:0", "cuda"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
        assert!(Device::open(DeviceChoice::Cpu).unwrap().is_cpu());
    }

    #[cfg(not(feature = "gpu"))]
    #[test]
    fn builds_without_the_feature_name_it() {
        let sentence = Device::open(DeviceChoice::Gpu(None)).unwrap_err().to_string();
        assert!(sentence.contains("--features gpu"), "{sentence}");
    }

    #[test]
    fn other_engines_run_on_the_processor() {
        for (_, engine) in Engine::NAMES {
            assert!(DeviceChoice::Cpu.check(engine).is_ok());
            assert_eq!(DeviceChoice::Gpu(Some(1)).check(engine).is_ok(), engine == Engine::Halves);
        }
    }
}
