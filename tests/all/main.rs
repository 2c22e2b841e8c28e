//! All integration tests, in one program: to link twelve takes longer than to run them.

mod command_line;
mod merge;
mod outputs;
mod parsers;
mod picture;
mod queens;
mod queens_complete;
mod queens_list;
mod readme;
mod report;
mod resume;
mod senku;
mod senku_published;
