//! The error messages of all commands: one sentence on standard error each, and the exit code.

use super::common::{Ran, Start, command, folder, one_sentence};
use std::fs;

/// For each refused command its exit code, and on the next line the sentence. `{missing}` is the system's words for a file
/// that does not exist; a sentence that ends in `...` may go on in any way.
const REFUSED: &str = r#"
2 queens count 0
  the board size is 0; it must be from 1 to 64
2 queens count 65
  the board size is 65; it must be from 1 to 64
2 queens count x
  'x' is neither a board size nor a range of sizes; examples are 16, 8-14 and 8-20:2
2 queens count 14-8
  the range 14-8 runs backwards; write 8-14
2 queens count 8-14:0
  '0' is not a step between board sizes; an example is 8-20:2
2 queens count 8 --board queens-z.txt
  line 2, column 2: 'z' is not part of a board: 'Q' is a queen, 'x' a blocked square, '.' or '-' a free one
2 queens count 8 --board queens-3.txt
  the board in the file is 3 x 3, but the size given is 8; leave the size out
2 queens count --board queens-3x4.txt
  line 1: the row has 4 squares, and the board has 3 rows
2 queens count 9 --board queens-attack.txt
  the fixed queens on [0,0] and [0,2] attack each other
2 queens count --board queens-attack.txt
  the fixed queens on [0,0] and [0,2] attack each other
2 queens count --board missing.txt
  'missing.txt' could not be read: {missing}
2 queens count --board bytes.txt
  the board is not valid UTF-8 (line 1)
2 queens count --board empty.txt
  the board is empty
2 queens count
  <N|A-B[:STEP]|MxN> is missing; see --help
2 queens count 8 --fixed b4 d4
  the fixed queens on b4 and d4 attack each other
2 queens count 8 --fixed 4,1 4,3
  the fixed queens on [4,1] and [4,3] attack each other
2 queens count 8 --fixed z9
  'z9' is not a square; write ROW,COL such as 0,3, or a name from a1 to h8
2 queens count 8 --fixed 8,0
  the fixed square [8,0] is off the 8 x 8 board
2 queens count 8 --fixed i1
  the fixed square i1 is off the 8 x 8 board
2 queens count 8 --blocked b4 b4
  the square b4 is given as blocked twice
2 queens count 8 --fixed b4 --blocked b4
  the square b4 is both fixed and blocked
2 queens count 8 --fixed a1-b5
  'a1-b5': the two squares share no row, column or diagonal
2 queens count 8 --fixed a1-a9
  'a9' is not a square; write ROW,COL such as 0,3, or a name from a1 to h8
2 queens count 8 --fixed hello
  'hello' is not a square; write ROW,COL such as 0,3, or a name from a1 to h8
2 queens count 8 --engine fast
  'fast' for --engine: expected auto, halves, bitmask, backtrack
2 queens count 8 --engine halvs
  'halvs' for --engine: expected auto, halves, bitmask, backtrack; did you mean 'halves'?
2 queens count 33 --engine halves
  the engine halves counts boards up to N = 31, not N = 33
2 queens count 33 --engine bitmask
  the engine bitmask counts boards up to N = 32, not N = 33
2 queens count 32 --engine halves
  the engine halves counts boards up to N = 31, not N = 32
2 queens count 8 --isa sse9
  'sse9' for --isa: expected auto, portable, neon, avx2, avx512
2 queens count 8 --memory-limit lots
  'lots' for --memory-limit: it is not a size; examples are 512MiB and 8GiB
2 queens count 8 --time-limit 5
  '5' for --time-limit: a time needs a unit, such as 5s
2 queens count 8 --time-limit soon
  'soon' for --time-limit: it is not a time; examples are 90s, 20min and 3h55m
2 queens count 8 --threads 5000
  5000 threads are too many; use at most 4096
2 queens count 8 --threads x
  'x' for --threads: expected a whole number
2 queens count 8 --runs 0
  '0' for --runs: expected a number of at least 1
2 queens count 8 --runs 2 --checkpoint l
  --runs and --checkpoint cannot be used together; see --help
2 queens count 8 --shard 3
  --shard: '3' is not a shard; an example is 3/64
2 queens count 8 --shard 0/4
  '0/4' for --shard: shard 0/4 does not exist; shards are 1 to 4
2 queens count 8 --shard 5/4
  '5/4' for --shard: shard 5/4 does not exist; shards are 1 to 4
2 queens count 8 --shard auto
  the environment has no array index of a scheduler; give the shard as I/N, such as 3/64
2 queens count 8 --shard auto/x
  'auto/x' for --shard: 'x' is not a number of shards
2 queens count 8-9 --shard 1/4
  a ledger or a shard belongs to one board; count several boards one by one
4 queens count 8 --checkpoint notes.txt
  the ledger 'notes.txt' is damaged in line 1: it is not the header of a ledger
1 queens count 8 --checkpoint missing/l
  the ledger 'missing/l' could not be written: ...
2 queens count 8-9 --checkpoint l
  a ledger or a shard belongs to one board; count several boards one by one
2 queens count 8 --export out.txt
  'out.txt' must end in .json, .csv or .md, which sets the format
2 queens count 8 --export out
  'out' must end in .json, .csv or .md, which sets the format
1 queens count 8 --export missing/out.json
  'missing/out.json' could not be written: ...
2 queens count 8 --export a.json --export a.json
  'a.json' would be written twice: each output needs a file of its own
2 queens count 8 --export out.json --checkpoint out.json
  'out.json' would be written twice: each output needs a file of its own
2 queens count 8 --queens x
  'x' for --queens: expected a number of queens or 'all'
2 queens count 5x7 --queens -1
  '-1' for --queens: expected a number of queens or 'all'
2 queens count 5x
  '5x' is not a board: write its rows and columns, such as 8x12
2 queens count 5x7 --torus
  a torus must be square, and the board is 5 x 7
2 queens count 8 --engine=
  --engine needs a value
2 queens count 40 -t 2
  N = 40 would take far more than a year on 2 threads here; pass --engine backtrack to try anyway
2 queens count 30 -t 2
  N = 30 would take about ...
5 queens count 20 -t 2 --memory-limit 1MB
  counting 20 queens with the engine halves on 2 threads needs ...
2 queens count 8 --foo
  '--foo' is unknown here; see --help
2 queens count 8 --jsn
  '--jsn' is unknown here; did you mean '--json'?
2 queens count 8 --color blue
  'blue' for --color: expected auto, always, never
2 queens count 8x12 --fixed i1
  'i1' is not a square; write ROW,COL such as 0,3
2 queens count 8 --fixed 3,1 --fixed B4
  the fixed queens on [3,1] and B4 attack each other
2 queens count --board several.txt
  line 1, column 1: 'A' is not part of a board: 'Q' is a queen, 'x' a blocked square, '.' or '-' a free one
2 queens cuont 8
  'cuont' is not a command; did you mean 'count'?
2 queens 16
  '16' is not a command; did you mean 'vuelta queens count 16'?
2 queens list 65
  the board size is 65; it must be from 1 to 64
2 queens list 8 --format tree
  'tree' for --format: expected rows, board, matrix, coords, csv, json
2 queens list 8 --limit x
  'x' for --limit: expected a whole number
2 queens list 8 --limit -1
  '-1' for --limit: expected a whole number
2 queens list 8 --gallery g.pdf
  'g.pdf' must end in .svg or .png, which sets the format
2 queens list 8 --columns 3
  --columns needs a picture; add one with --gallery FILE
2 queens list 8 --page a4
  --page needs a picture; add one with --gallery FILE
2 queens list 8 --gallery g.png --page a4
  --page needs an SVG file, because a PNG has no pages; name a file that ends in .svg
2 queens list 8 --gallery g.svg --page a3
  'a3' for --page: expected a4, letter
2 queens list 33 --gallery g.svg
  a gallery shows boards up to N = 32
2 queens list 12 --gallery g.svg
  a gallery shows at most 1,000 solutions, and there are 14,200; add --limit K to draw the first K
2 queens list 8 --coordinates
  --coordinates needs a picture; add one with --gallery FILE
2 queens list 8 --gallery
  --gallery needs a value
2 queens list 4 --json --format rows
  --json and --format ask for different formats; give one of them
2 queens list 8-9
  '8-9' is not a board size: write a whole number such as 16
2 queens list 5 --format xml
  'xml' for --format: expected rows, board, matrix, coords, csv, json
1 queens solve 2
  the 2 x 2 board has no solution
1 queens solve 3
  the 3 x 3 board has no solution
2 queens solve 10000001
  the board size is 10000001; it must be from 1 to 10000000
2 queens solve 1000001 --random
  the board size is 1000001; it must be from 1 to 1000000
2 queens solve 8 --seed 3
  --random is needed too; see --help
2 queens solve 8 --random --fixed a1
  --random and --fixed cannot be used together; see --help
2 queens solve 27 --coordinates=names --svg q.svg
  --coordinates=names works up to N = 26; use --coordinates=numbers
2 queens solve 8 --svg q.png
  --svg cannot write 'q.png'; use --png q.png
2 queens solve 8 --attacks
  --attacks needs a picture; add one with --svg FILE
2 queens solve 8 --coordinates
  --coordinates needs a picture; add one with --svg FILE
2 queens complete 1001
  the board size is 1001; it must be from 1 to 1000
2 queens complete 65 --count
  --count works up to N = 64
2 queens complete 8 --fixed a1 h8
  the fixed queens on a1 and h8 attack each other
2 queens complete 8 --fixed b4 b5
  the fixed queens on b4 and b5 attack each other
2 queens estimate 32
  estimates go up to N = 31, not N = 32
2 queens estimate 0
  the board size is 0; it must be from 1 to 64
2 queens estimate 12 --seed 9007199254740992
  '9007199254740992' for --seed: expected a number from 0 to 9007199254740991
2 queens trace 8 --all --svg t.svg
  the trace has more than 2,000 steps, too many for --svg; shorten it with --limit or --steps
2 queens trace 4 --svg t.gif
  --svg cannot write 't.gif'; use --gif t.gif
2 queens trace 4 --coordinates
  --coordinates needs a picture; add one with --svg FILE
2 queens trace 8 --all --limit 3
  --all and --limit cannot be used together; see --help
2 senku check english
  the list of jumps is missing; 'english' is a board
2 senku check
  <BOARD> [MOVES] is missing; see --help
2 senku check --hint notes.txt
  line 1: 'my notes' is not a jump; write it like `1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`
2 senku check d6-d9
  'd6-d9' is neither a list of jumps (line 1: 'd6-d9' is not a jump; write it like `1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`) nor a file ({missing})
2 senku check hello
  'hello' is neither a list of jumps (line 1: 'hello' is not a jump; write it like `1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`) nor a file ({missing})
2 senku check english missing.txt
  'missing.txt' is neither a list of jumps (line 1: 'missing.txt' is not a jump; write it like `1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`) nor a file ({missing})
2 senku count atlantis
  there is no board named 'atlantis'; the names are english, european (french), wiegleb, asymmetrical, diamond, triangle15, triangle21, triangle28, square4, square5, square6, square7, square8
2 senku count englsh
  there is no board named 'englsh'; the names are english, european (french), wiegleb, asymmetrical, diamond, triangle15, triangle21, triangle28, square4, square5, square6, square7, square8; did you mean 'english'?
2 senku count senku-q.txt
  line 1, column 2: 'q' is not part of a board; `o` is a peg, `e` or `.` an empty hole, `x` or a space no hole
2 senku count senku-full.txt
  the board has no empty hole; mark one with `e`, or give the start's empty hole
2 senku count senku-empty.txt
  the board has no pegs
2 senku count empty.txt
  the board is empty
2 senku count --start d9
  'd9' is not a square; write ROW,COL such as 0,3, or a name from a1 to g7
2 senku count --start 0,0
  the board has no hole at [0,0]
2 senku count --start a1
  the board has no hole at a1
2 senku count --start here
  'here' is not a square; write ROW,COL such as 0,3, or a name from a1 to g7
2 senku count --goal nowhere
  'nowhere': the goal must be a hole, 'any', 'same' or a file
2 senku count --goal a1
  the board has no hole at a1
2 senku count --goal d9
  'd9': the goal must be a hole, 'any', 'same' or a file
2 senku count --engine quick
  'quick' for --engine: expected auto, dense, memo, backtrack
5 senku count --memory-limit 1KB --engine dense
  the dense count (in 5 sweeps) needs 105 MiB of memory, and the limit is 1000 B
4 senku count --checkpoint notes.txt
  the ledger 'notes.txt' is damaged in line 1: it is not the header of a ledger
5 senku count wiegleb --memory-limit 1GiB
  the dense count (in 7 sweeps) needs 252 GiB of memory, and the limit is 1 GiB
2 senku count --goal same --start a1
  the board has no hole at a1
2 senku count senku-q.txt --start 0,0
  line 1, column 2: 'q' is not part of a board; `o` is a peg, `e` or `.` an empty hole, `x` or a space no hole
2 senku count --goal missing.txt
  'missing.txt': the goal must be a hole, 'any', 'same' or a file
2 senku solve --animate g.pdf
  'g.pdf' must end in .svg or .gif, which sets the format
2 senku solve --fewest-moves --engine backtrack
  --fewest-moves and --engine cannot be used together; see --help
2 senku solve triangle15 --coordinates=names --svg s.svg
  --coordinates=names needs a square board of at most 26 rows and columns; use --coordinates=numbers
2 senku solve --svg s.png
  --svg cannot write 's.png'; use --png s.png
2 senku solve --page a4
  --page needs a picture; add one with --svg FILE
2 senku solve --map m
  --random is needed too; see --help
2 senku solve --seed 4
  --random is needed too; see --help
2 senku solve missing.txt
  there is neither a file nor a board named 'missing.txt'
2 senku trace triangle15 --all --svg t.svg
  the trace has more than 2,000 steps, too many for --svg; shorten it with --limit or --steps
2 senku trace --limit 1 --all
  --limit and --all cannot be used together; see --help
4 senku list english --limit 2 --map notes.txt
  'notes.txt' is not a map of winnable positions and was left unchanged; name another file
2 senku list triangle15 --limit x
  'x' for --limit: expected a whole number
2 senku list --seed 4
  --random is needed too; see --help
2 senku boards english
  'english' is not expected here; see --help
2 senku boards --export x.json
  --export 'x.json': this command has no result to export; redirect its output with > FILE
2 regions solve missing.txt
  'missing.txt' could not be read: {missing}
2 regions solve regions-short.txt
  line 1: the row has 3 squares, and the board has 2 rows
2 regions solve regions-sign.txt
  line 4, column 4: '!' is not a region; a region is one letter or a number
2 regions solve empty.txt
  the board is empty
2 regions solve several.txt --placed a1
  '--placed' is unknown here; see --help
2 regions count notes.txt
  line 1, column 1: 'my' is not a region; a region is one letter or a number
2 regions hint regions-two.txt --placed z9
  the board has 4 rows and 2 regions; it needs one region per row
2 regions hint several.txt --placed z9
  'z9' is not a square; write ROW,COL such as 0,3, or a name from a1 to d4
2 regions hint several.txt --placed a1,a1
  the queen on a1 is given twice
2 regions make 3
  no board of 3 rows has a solution with 1 queen per row
2 regions make 40
  the board size is 40; it must be from 1 to 25
2 regions make 8 --level 9
  '9' for --level: expected a number from 1 to 6
2 regions make 8 --count 0
  '0' for --count: expected a number from 1 to 100000
2 regions make 8 --stars 3
  no board of 8 rows has a solution with 3 queens per row
2 regions make 8 --stars 0
  no board of 8 rows has a solution with 0 queens per row
2 regions make 8 --sheet b.png
  'b.png' must end in .svg, which sets the format
2 merge
  <LEDGER> is missing; see --help
4 merge notes.txt
  the ledger 'notes.txt' is damaged in line 1: it is not the header of a ledger
2 merge missing.txt
  'missing.txt' could not be read: {missing}
1 report missing
  the folder 'missing' could not be read: {missing}
1 report dir
  the folder 'dir' holds no results: `vuelta queens count 8-12 --export dir/queens.json` would put some there
2 report dir -o r.pdf
  'r.pdf' must end in .html, .md, .svg or .csv
2 bench --runs 2
  '--runs' is unknown here; see --help
2 frobnicate
  'frobnicate' is not a command; see --help
2 --frobnicate
  '--frobnicate' is unknown here; see --help
2 completions tcsh
  'tcsh' for <SHELL>: expected bash, elvish, fish, powershell, zsh
2 info extra
  'extra' is not expected here; see --help
2 man --json
  --json: this command prints text only; 'vuelta senku boards --json' prints the boards known by name
2 completions bash --json
  --json: this command prints text only; 'vuelta senku boards --json' prints the boards known by name
2 bench --quick x
  'x' is not expected here; see --help
2 report
  <DIR> is missing; see --help
"#;

/// For each command whose answer is no its exit code, and on the next line the answer.
const ANSWERED_NO: &str = "
1 queens solve 6 --fixed a1
  no solution: 6 queens do not fit under these conditions
1 senku solve european
  no solution: the invariants exclude this goal from this start; try --start 0,2
1 senku check d6-d4;d6-d4
  not legal at jump 2: there is no peg in d6
1 senku check d6-d4
  legal, but does not win: 31 pegs remain; the goal is one peg at d4
1 senku check 1,3>3,3
  legal, but does not win: 31 pegs remain; the goal is one peg at [3,3]
1 senku check --start c3 c5-c3
  legal, but does not win: 31 pegs remain; the goal is one peg at c3
1 regions grade several.txt
  no grade: the puzzle has several solutions
1 regions hint several.txt --placed a1,a4
  No solution has a queen on a1.
";

const FILES: [(&str, &[u8]); 14] = [
    ("bytes.txt", b"\xff\xfe"),
    ("empty.txt", b""),
    ("notes.txt", b"my notes\n"),
    ("queens-z.txt", b"Q..\n.z.\n...\n"),
    ("queens-3.txt", b"...\n...\n...\n"),
    ("queens-3x4.txt", b"Q...\n....\n....\n"),
    ("queens-attack.txt", b"Q.Q...\n......\n......\n......\n......\n......\n"),
    ("senku-q.txt", b"oqo\n"),
    ("senku-full.txt", b"ooo\n"),
    ("senku-empty.txt", b"...\n"),
    ("regions-short.txt", b"AAB\nABB\n"),
    ("regions-sign.txt", b"AABB\nACBB\nCCBD\nDDD!\n"),
    ("regions-two.txt", b"AABB\nAABB\nAABB\nAABB\n"),
    ("several.txt", b"AABB\nAABB\nCCDD\nCCDD\n"),
];

/// The exit codes, the commands and the sentences of a table.
fn entries(table: &'static str) -> Vec<(i32, &'static str, &'static str)> {
    let lines: Vec<&str> = table.trim().lines().collect();
    let entry = |pair: &[&'static str]| {
        let (code, command) = pair[0].split_once(' ').unwrap();
        (code.parse().unwrap(), command, pair[1].trim_start())
    };
    lines.chunks(2).map(entry).collect()
}

#[test]
fn every_message_is_the_one_of_the_table() {
    let folder = folder("messages");
    FILES.iter().for_each(|(name, contents)| fs::write(folder.join(name), contents).unwrap());
    fs::create_dir(folder.join("dir")).unwrap();
    let missing = fs::read(folder.join("missing.txt")).unwrap_err().to_string();
    let mut differences = vec![];
    let refused = entries(REFUSED);
    assert!(refused.len() >= 150, "{}", refused.len());
    for (code, arguments, expected) in refused {
        let ran = command(arguments).current_dir(&folder).ended().into();
        let sentence = one_sentence(arguments, &ran, code);
        let expected = expected.replace("{missing}", &missing);
        let agrees = match expected.strip_suffix("...") {
            Some(beginning) => sentence.starts_with(beginning),
            None => sentence == expected,
        };
        if !agrees {
            differences.push(format!("{arguments}\n  {sentence}\n  not {expected}"));
        }
    }
    for (code, arguments, expected) in entries(ANSWERED_NO) {
        let ran = Ran::from(command(arguments).current_dir(&folder).ended());
        let answer = if ran.out.is_empty() { &ran.err } else { &ran.out };
        if (ran.code, answer.lines().next()) != (Some(code), Some(expected)) {
            differences.push(format!("{arguments}\n  {answer}\n  not {expected}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
