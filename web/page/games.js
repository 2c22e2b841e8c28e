// Games with the fewest moves, which take seconds to find: a list of jumps per move, by their numbers in the board's list.
// `vuelta senku solve --fewest-moves` finds them; a test plays them.

export const SHORTEST = {
  '@english': [[7], [13], [0], [32], [66], [47], [56], [24], [29], [10, 47], [63, 56, 48, 13, 21], [4, 0, 15], [74], [41], [72, 74], [64, 29], [8, 41, 70, 66, 35], [44]],
  '@triangle28': [[16], [40], [82], [29, 23], [3], [77, 82], [68, 29, 23], [71, 75, 43], [89, 82], [54, 16], [5, 31, 69, 62], [0, 9, 42, 35]],
};

/** The boards that are offered by name, as the module reads them; where the usual start cannot be won, another one. */
export const NAMED = {
  english: '@english',
  european: '  .oo\n ooooo\nooooooo\nooooooo\nooooooo\n ooooo\n  ooo',
  triangle15: '@triangle15',
  triangle21: '@triangle21',
  triangle28: '@triangle28',
  square5: 'oo.oo\nooooo\nooooo\nooooo\nooooo',
  asymmetrical: '@asymmetrical',
  wiegleb: '@wiegleb',
  diamond: '    o\n   ooo\n  oo.oo\n ooooooo\nooooooooo\n ooooooo\n  ooooo\n   ooo\n    o',
};
