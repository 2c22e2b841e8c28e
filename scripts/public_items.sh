#!/usr/bin/env bash
# The library's public items with their signatures, as the documentation has them: what a new version must not change
# unnoticed. doc/public-items.txt is kept beside it, and scripts/check.sh compares.
#
#   vuelta::queens::Board                                      an item, and below it
#       pub struct Board { /* private fields */ }              its declaration with fields or variants,
#       pub fn new(size: u32) -> Result<Self, Error>           its methods,
#       implements Clone, Debug, Eq, PartialEq                 and the traits that it has
set -euo pipefail
cd "$(dirname "$0")/.."
cargo doc --quiet --locked --no-deps --lib
cd "${CARGO_TARGET_DIR:-target}/doc/vuelta"

# The pages that all.html has a link to: href="queens/struct.Board.html".
grep -o 'href="[a-z_/]*\(struct\|enum\|trait\|fn\|constant\|type\|macro\)\.[A-Za-z0-9_]*\.html"' all.html |
    sed 's/^href="//; s/"$//' | LC_ALL=C sort -u |
    while read -r page; do
        item=${page%.html}
        echo "vuelta::$(dirname "$item" | sed 's/^\.$//; s/\//::/g; s/.$/&::/')${item##*.}"
        awk '
            # The text of HTML on one line, without comments and notes of the page.
            function text(html) {
                gsub(/<summary[^>]*>(<[^>]*>)*[^<]*(<[^>]*>)*<\/summary>/, "", html)
                gsub(/<[^>]*>/, "", html)
                gsub(/\/\/[^\n]*/, "", html)
                gsub(/&lt;/, "<", html); gsub(/&gt;/, ">", html); gsub(/&#39;/, "\047", html)
                gsub(/&quot;/, "\"", html); gsub(/&nbsp;|&#160;/, " ", html); gsub(/&amp;/, "\\&", html)
                gsub(/#\[[a-z_]*\]/, "& ", html); gsub(/[ \n]+/, " ", html); gsub(/^ | $/, "", html)
                return html
            }
            # Prints the text of each element that begins with `start` and ends with `end`.
            function each(html, start, end,    at) {
                while ((at = index(html, start)) > 0) {
                    html = substr(html, at + length(start))
                    print "    " text(substr(html, 1, index(html, end) - 1))
                }
            }
            # Prints the names of the traits.
            function implemented(html,    at, name, names) {
                while ((at = index(html, "<h3 class=\"code-header\">")) > 0) {
                    html = substr(html, at + 1)
                    name = text("<" substr(html, 1, index(html, "</h3>") - 1))
                    sub(/^impl(<[^>]*>)? /, "", name); sub(/ for .*/, "", name)
                    if (name != "StructuralPartialEq") names = names ", " name
                }
                if (names != "") print "    implements " substr(names, 3)
            }
            { page = page $0 "\n" }
            END {
                rest = page; traits = ""
                if ((at = index(page, "id=\"synthetic-implementations\"")) > 0) page = substr(page, 1, at)
                if ((at = index(page, "id=\"trait-implementations\"")) > 0) {
                    traits = substr(page, at); page = substr(page, 1, at)
                }
                each(page, "<pre class=\"rust item-decl\">", "</pre>")
                each(page, "<h4 class=\"code-header\">", "</h4>")
                implemented(traits)
            }' "$page"
    done
