//! `vuelta report`: a folder of results becomes one page, and nothing in the results can break it.

use super::common::{self, run};
use crate::schema::parsed;
use std::path::{Path, PathBuf};

/// An empty folder that is this test's own, with an empty one in it.
fn folder(test: &str) -> PathBuf {
    let folder = common::folder(&format!("report-{test}"));
    std::fs::create_dir(folder.join("deeper")).unwrap();
    folder
}

fn export(folder: &Path, file: &str, count: &str) {
    run(folder, &count.split(' ').chain(["-q", "--export", file]).collect::<Vec<_>>()).ends(0);
}

/// The page on standard output.
fn page(folder: &Path) -> String {
    let ran = run(folder, &["report", "."]).ends(0);
    assert_eq!(ran.err, "");
    ran.out
}

#[test]
fn a_folder_becomes_one_page_that_needs_no_other() {
    let folder = folder("good");
    export(&folder, "halves.json", "queens count 4-9 --engine halves -t 1");
    export(&folder, "deeper/bitmask.json", "queens count 8-10 --engine bitmask -t 2");
    export(&folder, "senku.json", "senku count triangle15");
    let page = page(&folder);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for part in [
        "name=\"viewport\"",
        "prefers-color-scheme:dark",
        "568,630",
        ">halves</text>",
        ">bitmask</text>",
        "<td class=\"n\">724</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Nothing is fetched and nothing runs; the one address is the name of a namespace.
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for part in ["http:", "https:", "<script", "<link", "@import", "url(", "src=", "NaN"] {
        assert!(!addresses.contains(part), "{part}");
    }
    assert_eq!(page, self::page(&folder), "the same results give the same page");
    for (opened, closed) in
        [("<table>", "</table>"), ("<svg", "</svg>"), ("<tr>", "</tr>"), ("<div", "</div>")]
    {
        assert_eq!(page.matches(opened).count(), page.matches(closed).count(), "{opened}");
    }
}

#[test]
fn the_extension_says_the_form() {
    let folder = folder("forms");
    export(&folder, "a.json", "queens count 6-8");
    let write = |name: &str| {
        let ran = run(&folder, &["report", ".", "-o", name, "-q"]).prints(0, "");
        assert_eq!(ran.err, "", "{name}");
        std::fs::read_to_string(folder.join(name)).unwrap()
    };
    assert_eq!(write("page.html"), page(&folder));
    assert_eq!(write("PAGE.HTM"), page(&folder));
    // The plot stands alone: a line for the one engine, its name, and its own style.
    let plot = write("plot.svg");
    assert!(plot.starts_with("<svg ") && plot.contains("xmlns=") && plot.ends_with("</svg>\n"), "{plot}");
    for (part, number) in [("class=\"line\"", 1), ("<circle", 3), (">halves</text>", 1), ("--c0:", 2)] {
        assert_eq!(plot.matches(part).count(), number, "{part}");
    }
    let markdown = write("page.md");
    assert!(markdown.starts_with("# Vuelta: results\n") && !markdown.contains("<svg"), "{markdown}");
    assert!(markdown.contains("| 8 | 92 | 12 | 4 | 0 | ✓ OEIS A000170 |"), "{markdown}");
    let summary = parsed(run(&folder, &["report", ".", "--json"]).out);
    assert_eq!((&summary["counts"], &summary["files"]), (&3.into(), &1.into()));
}

#[test]
fn hostile_text_stays_text() {
    let folder = folder("hostile");
    let evil = r#"</td></title><script>alert(1)</script>\" onload=\"x"#;
    let json = format!(
        r#"[{{"problem":"senku","board":"{evil}","start":[0,0],"goal":"{evil}","games":"7","solutions":"1","status":"complete",
        "engine":"{evil}","isa":"{evil}","threads":1,"seconds":1,"environment":{{"host":"{evil}","processor":"{evil}",
        "system":"{evil}","commit":"{evil}","command":["{evil}"],"features":["{evil}"],"started_unix":18446744073709551615,
        "stages":[{{"name":"{evil}","seconds":-1e308}}]}}}},
        {{"problem":"queens","n":8,"total":"92","status":"complete","engine":"{evil}","isa":"{evil}","threads":18446744073709551615,"seconds":0}}]"#
    );
    // Names on Windows hold neither of < and >.
    let name = if cfg!(windows) { "&lt;script.json" } else { "<script>.json" };
    std::fs::write(folder.join(name), json).unwrap();
    let page = page(&folder);
    assert!(!page.contains("<script") && !page.contains("\" onload") && !page.contains("NaN"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x"));
    run(&folder, &["report", ".", "-o", "page.md"]).ends(0);
    assert!(!std::fs::read_to_string(folder.join("page.md")).unwrap().contains("<script"));
}
