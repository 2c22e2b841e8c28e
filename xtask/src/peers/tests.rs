//! Programs that are right, wrong, too slow, absent, or crash.

use super::*;
use crate::tool::script;
use serde_json::Value;

/// A folder with a list of programs, which are built in a folder with a space in its name.
struct Place {
    folder: tempfile::TempDir,
    list: String,
}

impl Place {
    /// A list with vuelta alone.
    fn new() -> Self {
        let vuelta =
            "vuelta\t-\tqueens\t4-9\t-\t{vuelta} queens count {n} --threads {threads} --quiet\t^([0-9]+)$\n";
        Place { folder: tempfile::tempdir().unwrap(), list: vuelta.to_owned() }
    }

    fn program(&mut self, name: &str, text: &str) -> PathBuf {
        let columns = "queens\t4-9\tOMP_NUM_THREADS={threads} X=1\t{dir}/run {n}\tfound ([0-9]+)";
        self.list += &format!("{name}\thttps://example.org/{name}\t{columns}\n");
        script(&self.path(&format!("the peers/{name}/run")), text).parent().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The exit code and the table.
    fn ran(&self, words: &str) -> (i32, String) {
        fs::write(self.path("list"), &self.list).unwrap();
        let path = |name| self.path(name).display().to_string();
        let mut all: Vec<String> = words.split(' ').map(str::to_owned).collect();
        for (option, name) in [("--list", "list"), ("--dir", "the peers"), ("--out", "results")] {
            all.extend([option.to_owned(), path(name)]);
        }
        fs::create_dir_all(self.path("the peers")).unwrap();
        ran(&all).unwrap()
    }

    /// The last run's entry of a program.
    fn entry(&self, program: &str) -> Value {
        let json: Value =
            serde_json::from_slice(&fs::read(self.path("results/peers.json")).unwrap()).unwrap();
        let all = json["peers"].as_array().unwrap();
        all.iter().find(|peer| peer["program"] == program).cloned().unwrap_or_default()
    }
}

fn ran(arguments: &[String]) -> Result<(i32, String), Failure> {
    let mut out = vec![];
    let code = run(arguments, "test", &mut out)?;
    Ok((code, String::from_utf8(out).unwrap()))
}

/// The words of the table's line that begins with these.
fn line(table: &str, beginning: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let begins = |line: &Vec<String>| line.starts_with(&words(beginning));
    table.lines().map(words).find(begins).unwrap_or_else(|| panic!("no line '{beginning}': {table}"))
}

#[test]
fn wrong_arguments_are_refused() {
    for wrong in [
        "--pairs",
        "--pairs 0",
        "--threads x",
        "--limit 5",
        "--limit x",
        "--dir no-such-folder",
        "--list no-such-list",
        "--pears 3",
        "99",
        "x,y",
        "nothing",
    ] {
        let arguments: Vec<String> = wrong.split(' ').map(str::to_owned).collect();
        assert_eq!(ran(&arguments).unwrap_err().code, 2, "{wrong}");
    }
    let mut place = Place::new();
    place.list = "one column\n".to_owned();
    fs::write(place.path("list"), &place.list).unwrap();
    let list = place.path("list").display().to_string();
    assert!(ran(&["--list".to_owned(), list]).unwrap_err().text.contains("seven columns"));
}

#[test]
fn in_the_list_as_it_is_ours_are_right_and_others_are_named_with_their_pages() {
    let words = "--pairs 2 --threads 2 --limit 60s 8 13";
    let (code, table) = ran(&words.split(' ').map(str::to_owned).collect::<Vec<_>>()).unwrap();
    assert_eq!(code, 0, "{table}");
    assert_eq!(line(&table, "queens 8 vuelta")[6..], ["2", "1.000", "1.000", "to", "1.000"]);
    assert_eq!(line(&table, "queens 13 textbook").len(), 11);
    assert!(table.contains("not built here: https://github.com/sudden6/m-queens\n"), "{table}");
}

#[test]
fn a_program_that_is_right_has_times_ratios_and_its_build() {
    let mut place = Place::new();
    let text = "sleep 0.2\necho threads: $OMP_NUM_THREADS\ntest \"$OMP_NUM_THREADS$1\" = 28 && echo found 92";
    let folder = place.program("right", text);
    let git = |words: &str| {
        let user = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
        tool::printed(Command::new("git").arg("-C").arg(&folder).args(user).args(words.split(' '))).unwrap()
    };
    git("init --quiet");
    git("commit --quiet --allow-empty -m first");
    fs::write(folder.join("BUILD"), "cc 1.0 \"fast\", -O9\nmore\n").unwrap();
    let (code, table) = place.ran("8 --pairs 3 --threads 2");
    assert_eq!(code, 0, "{table}");
    let words = line(&table, "queens 8 right");
    let number = |at: usize| words[at].parse::<f64>().unwrap();
    assert!(
        number(3) >= 0.2 && number(4) <= number(3) && number(3) <= number(5) && number(6) == 3.0,
        "{table}"
    );
    assert!(number(7) > 1.0 && number(8) <= number(7) && number(7) <= number(10), "{table}");
    let entry = place.entry("right");
    let commit = git("rev-parse --short=12 HEAD");
    for (field, value) in [
        ("commit", Value::from(commit)),
        ("build", "cc 1.0 \"fast\", -O9".into()),
        ("n", "8".into()),
        ("threads", 2.into()),
        ("runs", 3.into()),
        ("answer", "92".into()),
        ("page", "https://example.org/right".into()),
        ("status", "ok".into()),
    ] {
        assert_eq!(entry[field], value, "{field}");
    }
    // The report reads the table.
    let page = place.path("page.md");
    let mut report = Command::new(tool::program("test").unwrap());
    tool::printed(report.arg("report").arg(place.path("results")).arg("-o").arg(&page)).unwrap();
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.lines().any(|line| line.starts_with("| N = 8 | right |") && line.contains("✓ 92")),
        "{page}"
    );
}

#[test]
fn each_trouble_has_its_exit_code_and_the_others_go_on() {
    let mut place = Place::new();
    let words = "8 --pairs 3 --threads 2 --limit 1s";
    place.program("slow", "exec sleep 30");
    place.program("right", "echo found 92");
    let (code, table) = place.ran(words);
    assert_eq!(code, 124, "{table}");
    assert_eq!(line(&table, "queens 8 slow")[3..], ["time", "limit"]);
    assert_eq!(line(&table, "queens 8 right").len(), 11);
    let (slow, right) = (place.entry("slow"), place.entry("right"));
    assert_eq!((&slow["status"], &slow["runs"]), (&"time limit".into(), &0.into()));
    // What is not known is left out.
    assert!(
        slow.get("median_seconds").is_none() && right.get("commit").is_none() && right.get("build").is_none()
    );

    place.program("crash", "kill -s SEGV $$");
    place.program("silent", "echo nothing");
    let (code, table) = place.ran(words);
    assert_eq!(code, 1, "{table}");
    assert_eq!(line(&table, "queens 8 crash")[3..], ["exit", "code", "139"]);
    assert_eq!(line(&table, "queens 8 silent")[3..], ["no", "answer"]);

    place.program("wrong", "echo found 93");
    // One that is wrong now and then.
    place.program("seldom", "test -e again && echo found 91 || { touch again; echo found 92; }");
    let (code, table) = place.ran(words);
    assert_eq!(code, 3, "{table}");
    assert_eq!(line(&table, "queens 8 wrong")[3..], ["wrong", "answer", "(93)"]);
    assert_eq!(line(&table, "queens 8 seldom")[3..], ["wrong", "answer", "(91)"]);
    assert_eq!(line(&table, "queens 8 right").len(), 11);

    // A program that is never told how many threads there are.
    let mut alone = Place::new();
    alone.program("right", "echo found 92");
    alone.list = alone.list.replace("OMP_NUM_THREADS={threads} X=1", "-");
    let (code, table) = alone.ran(words);
    assert_eq!(code, 0, "{table}");
    assert!(table.contains(" has one thread only\n"), "{table}");
}
