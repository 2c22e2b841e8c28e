#!/usr/bin/env bash
# The pictures of README.md and doc/ALGORITHMS.md, drawn by the program itself: scripts/pictures.sh [DIR]
# VUELTA is the program (default: target/release/vuelta). The same program draws the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
vuelta=${VUELTA:-target/release/vuelta}
pictures=${1:-doc/pictures}
boards=$(mktemp -d)
trap 'rm -rf "$boards"' EXIT
mkdir -p "$pictures"

# queens NAME FILE [FLAG...]: the board in FILE with as many queens as fit.
queens() {
    local name=$1 file=$2
    shift 2
    "$vuelta" queens complete --board "$file" --svg "$pictures/$name.svg" --coordinates "$@" >"$boards/out"
}

# senku NAME FILE: the pegs in FILE, as they stand: a game of no jumps is drawn as one board.
senku() {
    "$vuelta" senku solve "$2" --goal "$2" --svg "$pictures/$1.svg" --coordinates >"$boards/out"
}

# Backtracking: the five queens leave no square in the sixth row; the rows below it have not been looked at.
cat >"$boards/dead-end" <<'BOARD'
Q.......
..Q.....
....Q...
.Q......
...Q....
........
xxxxxxxx
xxxxxxxx
BOARD
queens dead-end "$boards/dead-end" --attacks

# The first solution in lexicographic order, and the one that a half turn maps to itself.
queens_solution() {
    local name=$1 column row
    shift
    for column in "$@"; do
        row=........
        printf '%sQ%s\n' "${row:0:column}" "${row:column+1}"
    done >"$boards/$name"
    queens "$name" "$boards/$name"
}
queens_solution solution 0 4 7 5 2 6 1 3
queens_solution half-turn 2 4 1 7 0 6 3 5

# Half boards: the east half of the first solution is given; crosses are the squares of the west that it attacks, and
# the program finds the west half on the others.
awk -v queens="1,4 2,7 3,5 5,6" 'BEGIN {
    n = split(queens, q, " ")
    for (row = 0; row < 8; row++) {
        line = ""
        for (column = 0; column < 8; column++) {
            mark = "."
            for (i = 1; i <= n; i++) {
                split(q[i], at, ",")
                down = row - at[1]; right = column - at[2]
                if (down == 0 && right == 0) mark = "Q"
                else if (mark == "." && column < 4 && (down == 0 || down == right || down == -right)) mark = "x"
            }
            line = line mark
        }
        print line
    }
}' >"$boards/half-board"
queens half-board "$boards/half-board"

# Time against N, each engine's best on one machine.
"$vuelta" report --quiet results/2026-11-zen4 -o "$pictures/times.svg" 2>"$boards/warnings"

# Senku: the centre game's start; the holes of each colour, one picture for each (a hole's colour is the remainder of
# row + column on division by 3); the holes of S, which the dense engine goes through one pattern after the other.

# holes NAME CONDITION: a peg in each hole of the 33-hole board whose row r and column c make the awk condition true.
holes() {
    awk "BEGIN { for (r = 0; r < 7; r++) { line = \"\"; for (c = 0; c < 7; c++)
        line = line ((r < 2 || r > 4) && (c < 2 || c > 4) ? \"x\" : ($2) ? \"o\" : \"e\"); print line } }" >"$boards/$1"
    senku "$1" "$boards/$1"
}
holes english "r != 3 || c != 3"
for colour in 0 1 2; do
    holes "colour-$colour" "(r + c) % 3 == $colour"
done
# Distances from the middle lines: the two orbits of eight holes are those with neither 0 nor equal distances.
distance() { echo "($1 > 3 ? $1 - 3 : 3 - $1)"; }
holes split "$(distance r) * $(distance c) != 0 && $(distance r) != $(distance c)"

# The README's: a board with conditions, a gallery, a game as a sheet of its moves and as an animation.
"$vuelta" queens solve 8 --fixed b4 d5 --svg "$pictures/board.svg" --coordinates=names >"$boards/out"
"$vuelta" queens list 8 --fundamental --quiet --gallery "$pictures/gallery.svg" >"$boards/out"
"$vuelta" senku solve --fewest-moves --svg "$pictures/moves.svg" --animate "$pictures/game.svg" >"$boards/out"
