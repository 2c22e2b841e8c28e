// The page's texts: written in English where they are used, with their Spanish here.
import { SPANISH as OF_PLAYER } from './spanish.js';
import { load, save } from './state.js';

const SPANISH = {
  ...OF_PLAYER,
  'Español': 'English',
  'es': 'en',
  'That is not possible.': 'Eso no es posible.',
  'Full screen': 'Pantalla completa',
  'This address makes no sense, so you see the usual board.': 'Esta dirección no tiene sentido; aquí está el tablero de siempre.',
  'The address is copied.': 'Dirección copiada.',
  'The result and the address are copied.': 'Resultado y dirección copiados.',
  'Place some queens first: the sheet asks for the others.': 'Coloca antes algunas reinas: la hoja pide las demás.',
  'The address of this page opens it again.': 'La dirección de esta página lo abre de nuevo.',
  'Parts of the page': 'Partes de la página',
  'Watch': 'Ver',
  'Senku': 'Senku',
  'Regions': 'Regiones',
  'Exact answers by Vuelta’s own engines, in this browser alone: nothing is sent anywhere. After the first visit it works offline.':
    'Respuestas exactas de los motores de Vuelta, solo en este navegador: no se envía nada. Después de la primera visita funciona sin conexión.',
  'The engine stopped with an error and was started again: {0}': 'El motor se detuvo con un error y se ha reiniciado: {0}',

  // Queens
  'Board': 'Tablero',
  'Attacked squares': 'Casillas atacadas',
  'Clear': 'Borrar',
  'Tap a square for a queen, again to block it, again to clear it.': 'Un toque en una casilla pone una reina, otro la bloquea y otro la borra.',
  'Keys: arrows, Q, X, Backspace; U undoes, R redoes.': 'Teclas: flechas, Q, X, Retroceso; U deshace, R rehace.',
  'Solutions': 'Soluciones',
  'Most queens': 'Máximo de reinas',
  'Up to symmetry': 'Salvo simetría',
  'Show the most queens': 'Mostrar el máximo',
  'Previous solution': 'Solución anterior',
  'Fundamental solutions': 'Soluciones fundamentales',
  'Show more': 'Mostrar más',
  'Count on all processors': 'Contar con todos los procesadores',
  'Count': 'Contar',
  'Stop': 'Parar',
  'Part that is counted': 'Parte contada',
  'Published': 'Publicado',
  'Time': 'Tiempo',
  'empty': 'vacía',
  'queen': 'reina',
  'blocked': 'bloqueada',
  'queen of the solution': 'reina de la solución',
  'attacked': 'atacada',
  '{0} or more': '{0} o más',
  'No solution.': 'Ninguna solución.',
  'One of each set that turning and mirroring the board turn into each other. Click one to see it on the board.':
    'Una de cada grupo de soluciones que coinciden al girar o reflejar el tablero. Con un clic se ve en el tablero.',
  'Boards that turning and mirroring turn into each other stand together; a click shows one, another click the next.':
    'Los tableros que coinciden al girar o reflejar están juntos; un clic muestra uno y otro clic el siguiente.',
  '{0} solutions, {1} up to symmetry.': '{0} soluciones, {1} salvo simetría.',
  'Solutions by symmetry': 'Soluciones por simetría',
  '{0} boards': '{0} tableros',
  'Previous': 'Anterior',
  'Next': 'Siguiente',
  'You play': 'Juegas tú',
  'Show the answers': 'Mostrar las respuestas',
  'Hide the answers': 'Ocultar las respuestas',
  'conflict': 'en conflicto',
  '{0} and {1} attack each other.': '{0} y {1} se atacan.',
  'Queens that attack each other: {0}.': 'Reinas que se atacan: {0}.',
  'All {0} queens are placed: a solution.': 'Las {0} reinas están colocadas: es una solución.',
  '{0} of {1} queens are placed; none attacks another.': '{0} de {1} reinas colocadas; ninguna ataca a otra.',
  'Solution {0} of {1}.': 'Solución {0} de {1}.',
  'Solution: {0}.': 'Solución: {0}.',
  'One solution.': 'Una solución.',
  '{0} solutions.': '{0} soluciones.',
  'No solution: at most {0} queens fit.': 'Ninguna solución: caben {0} reinas como máximo.',
  'No solution is possible any more: take something back.': 'Ya no es posible ninguna solución: retira algo.',
  'One solution is still possible.': 'Todavía es posible una solución.',
  '{0} solutions are still possible.': 'Todavía son posibles {0} soluciones.',
  'N must be from 1 to 18.': 'N debe estar entre 1 y 18.',
  '{0} workers': '{0} procesos',
  'agrees with {0}': 'coincide con {0}',
  'differs from {0}': 'no coincide con {0}',
  'stopped': 'detenido',

  // Print, picture, worksheet
  'Print, picture, worksheet': 'Imprimir, imagen, hoja de trabajo',
  'Worksheet': 'Hoja',
  'Print the worksheet': 'Imprimir la hoja',
  'The answers are on the last page.': 'Las respuestas están en la última página.',
  'An empty board': 'Un tablero vacío',
  'Four empty boards': 'Cuatro tableros vacíos',
  'Complete this board': 'Completar este tablero',
  'A position to play on': 'Una posición para seguir',
  'A search tree to fill in': 'Un árbol de búsqueda para rellenar',
  'Answers': 'Respuestas',
  '{0} queens on a board of {0} × {0}': '{0} reinas en un tablero de {0} × {0}',
  'Place {0} queens so that no two are in one row, column or diagonal.': 'Coloca {0} reinas sin que haya dos en la misma fila, columna o diagonal.',
  'Add queens until there are {0}, no two of them in one row, column or diagonal.': 'Añade reinas hasta que haya {0}, sin que dos estén en una misma fila, columna o diagonal.',
  'One of the solutions.': 'Una de las soluciones.',
  'Some of the solutions.': 'Algunas de las soluciones.',
  'one peg': 'una ficha',
  'one peg in {0}': 'una ficha en {0}',
  'A peg jumps over its neighbour into an empty hole; the peg it jumps over is taken away. Go on until {0} is left.':
    'Una ficha salta por encima de su vecina a un hueco vacío, y la ficha saltada se retira. Sigue hasta que quede {0}.',
  'Write down your jumps.': 'Apunta tus saltos.',
  'The sheet asks for a solution, and there is none.': 'La hoja pide una solución y no hay ninguna.',
  'Senku: {0} pegs': 'Senku: {0} fichas',
  'This position cannot be won.': 'Esta posición no se puede ganar.',
  'No answer is known.': 'No se conoce la respuesta.',
  'The search, step by step': 'La búsqueda paso a paso',
  'jump {0}': 'salto {0}',
  'row {0}': 'fila {0}',
  'Search as the computer does: try the jumps in order and take one back where no jump is left. Write into each circle the hole that the peg jumps from.':
    'Busca como el ordenador: prueba los saltos por orden y deshaz uno cuando no quede ninguno. Escribe en cada círculo el hueco del que sale la ficha.',
  'Search as the computer does: row by row from the top, column by column from the left; step back where no column is left. Write into each circle the square of the queen, and mark the solutions.':
    'Busca como el ordenador: fila por fila desde arriba y columna por columna desde la izquierda; retrocede cuando no quede ninguna columna. Escribe en cada círculo la casilla de la reina y marca las soluciones.',
  'Solutions have a thick rim.': 'Las soluciones tienen el borde grueso.',

  // Watch
  'Search': 'Búsqueda',
  '{0} queens': '{0} reinas',
  'small cross': 'cruz pequeña',
  'Fixed queens': 'Reinas fijas',
  'These queens attack each other.': 'Estas reinas se atacan.',
  'Name squares of the board, each once, such as b4, d5.': 'Escribe casillas del tablero, cada una una vez, como b4, d5.',

  // Senku
  'Undo': 'Deshacer',
  'Redo': 'Rehacer',
  'Your board: o is a peg, . an empty hole, a space no hole. Triangles begin with the line “triangle”.':
    'Tu tablero: o es una ficha, . un hueco vacío, un espacio no es hueco. Los triángulos empiezan con la línea «triangle».',
  'Play this board': 'Jugar este tablero',
  'Tap a peg and the hole it jumps to, or drag it.': 'Toca una ficha y el hueco al que salta, o arrástrala.',
  'Keys: arrows, Enter; U undoes, R redoes.': 'Teclas: flechas, Intro; U deshace, R rehace.',
  'Pegs left': 'Fichas',
  'Still winnable': 'Se puede ganar',
  'Solutions from here': 'Soluciones desde aquí',
  'Good jumps: {0}': 'Buenos saltos: {0}',
  'No jump is good: undo some.': 'Ningún salto es bueno: deshaz alguno.',
  'Copy the address': 'Copiar la dirección',
  'Hints': 'Pistas',
  'Play a shortest game': 'Ver la partida más corta',
  'Back to your game': 'Volver a tu partida',
  'No jump is left: {0} pegs remain. Undo some.': 'No queda ningún salto y quedan {0} fichas: deshaz alguno.',
  'No jump from {0} to {1}: jump over a peg into a hole.': 'No hay salto de {0} a {1}: salta una ficha hasta un hueco.',
  'It is not known whether this can be won.': 'No se sabe si se puede ganar.',
  'Count the whole board': 'Contar el tablero entero',
  'own board…': 'tablero propio…',
  'own board, {0} holes': 'tablero propio de {0} huecos',
  'european': 'europeo',
  'asymmetrical': 'asimétrico',
  'wiegleb': 'Wiegleb',
  'diamond': 'rombo',
  'square {0}': 'cuadrado de {0}',
  'Searching for a shortest game…': 'Buscando la partida más corta…',
  'move {0} of {1}': 'movimiento {0} de {1}',
  'no game wins': 'ninguna partida gana',
  'Count games and solutions': 'Contar partidas y soluciones',
  'Games': 'Partidas',
  'counting: {0} %': 'contando: {0} %',
  'Both agree with {0}.': 'Ambos coinciden con {0}.',
  'They differ from {0}.': 'No coinciden con {0}.',
  'triangle of {0}': 'triángulo de {0}',
  'english': 'inglés',
  'peg': 'ficha',
  'hole': 'hueco',
  'chosen': 'elegida',
  'goal': 'meta',
  'yes': 'sí',
  'no': 'no',
  'not known': 'no se sabe',
  'The map of the winnable positions is being made: {0} %': 'Se está haciendo el mapa de las posiciones ganables: {0} %',
  'This board is too large for a map of its winnable positions: each position is searched.':
    'Este tablero es demasiado grande para el mapa de posiciones ganables: se busca en cada posición.',
  'The game is won.': 'Has ganado.',

  // Regions
  'One queen in every row, column and region; queens do not touch, not even at a corner.':
    'Una reina en cada fila, columna y región; las reinas no se tocan, ni siquiera en diagonal.',
  '{0} queens in every row, column and region; queens do not touch, not even at a corner.':
    '{0} reinas en cada fila, columna y región; las reinas no se tocan, ni siquiera en diagonal.',
  'Tap a square for a mark, again for a queen, again to clear it; drag to mark several.':
    'Un toque en una casilla pone una marca, otro una reina y otro la borra; arrastra para marcar varias.',
  'Keys: arrows, Q, X, Backspace; U undoes, R redoes, H gives a hint.': 'Teclas: flechas, Q, X, Retroceso; U deshace, R rehace, H da una pista.',
  'New puzzle:': 'Otro puzle:',
  'Level': 'Nivel',
  'Number': 'Número',
  'Stars': 'Estrellas',
  'New': 'Otro',
  'Check': 'Comprobar',
  'Hint': 'Pista',
  'Do it': 'Hacerlo',
  'Next puzzle': 'Otro puzle',
  'Share': 'Compartir',
  'Print': 'Imprimir',
  'Puzzle of the day': 'Puzle del día',
  'The last seven days': 'Los últimos siete días',
  'Mark what a queen excludes': 'Marcar lo que excluye una reina',
  'Show conflicts at once': 'Mostrar los conflictos al momento',
  'Bring or paint a puzzle': 'Traer o pintar un puzle',
  'Rows of letters, JSON, or an address of puzz.link': 'Filas de letras, JSON o una dirección de puzz.link',
  'Play it': 'Jugarlo',
  'Open a file': 'Abrir un archivo',
  'This is the beginning of the tree, perhaps without a solution.': 'Este es el comienzo del árbol, quizá sin solución.',
  'Paint regions': 'Pintar regiones',
  'Play this puzzle': 'Jugar este puzle',
  'A booklet to print': 'Un cuaderno para imprimir',
  'Title': 'Título',
  'Puzzles': 'Puzles',
  'Size from': 'Tamaño de',
  'Level from': 'Nivel de',
  'to': 'a',
  'Per page': 'Por página',
  'Answers at the end': 'Respuestas al final',
  'Black and white': 'Blanco y negro',
  'Another day': 'Otro día',
  'Line for a name': 'Línea para el nombre',
  'Own puzzles instead, one after the other: rows of letters, JSON, or addresses of puzz.link': 'O puzles propios, uno tras otro: filas de letras, JSON o direcciones de puzz.link',
  'not unique': 'no es única',
  'Puzzles without exactly one solution: {0}.': 'Puzles sin solución única: {0}.',
  'Make the booklet': 'Hacer el cuaderno',
  'Back to the puzzles': 'Volver a los puzles',
  'Region puzzles': 'Puzles de regiones',
  'answers': 'respuestas',
  'Name': 'Nombre',
  'Region to paint with': 'Región que se pinta',
  'any': 'cualquiera',
  'easy': 'fácil',
  'medium': 'medio',
  'tricky': 'exigente',
  'hard': 'difícil',
  'very hard': 'muy difícil',
  'expert': 'experto',
  'region': 'región',
  'no region': 'sin región',
  'mark': 'marca',
  'needs a guess': 'hay que probar',
  'Puzzle of {0}': 'Puzle del día: {0}',
  'Puzzle {0}': 'Puzle {0}',
  'Own puzzle': 'Puzle propio',
  'The puzzle is being made…': 'Se está creando el puzle…',
  'No mistake so far.': 'Ningún error hasta ahora.',
  'The puzzle is solved.': 'El puzle está resuelto.',
  'Hints made {0} of {1} moves.': 'Jugadas hechas por pistas: {0} de {1}.',
  'This puzzle has several solutions; two of them differ in the squares with a frame.':
    'Este puzle tiene varias soluciones; dos de ellas se distinguen en las casillas enmarcadas.',
  'moves by hints: {0}': 'jugadas por pistas: {0}',
  'The board has no solution.': 'El tablero no tiene solución.',
  'Exactly one solution: {0}.': 'Una sola solución: {0}.',
  'The text has {0} puzzles. When this one is solved, the next one follows.': 'El texto tiene {0} puzles. Cuando resuelvas este, sigue el próximo.',
  'Paint each region with its letter; squares left: {0}.': 'Pinta cada región con su letra; casillas que faltan: {0}.',
  'Regions in several pieces: {0}.': 'Regiones en varios trozos: {0}.',
  'Regions without a square: {0}.': 'Regiones sin casillas: {0}.',
  'The queens on {0} touch.': 'Las reinas de {0} se tocan.',
  'The queens on {0} share {1}, which takes {2}.': 'Las reinas de {0} comparten {1}, donde va {2}.',
  'one': 'una',
  'The queen on {0} is wrong.': 'La reina de {0} está mal.',
  'The queens on {0} are wrong.': 'Las reinas de {0} están mal.',
  'The mark on {0} is wrong.': 'La marca de {0} está mal.',
  'The marks on {0} are wrong.': 'Las marcas de {0} están mal.',
  'Too few squares are left in {0}: one of the marks is wrong.': 'No quedan bastantes casillas en {0}: alguna marca está mal.',
  'No deduction helps here; the next step is a guess.': 'Aquí no ayuda ninguna deducción: hay que probar.',
  'Look at {0}.': 'Fíjate en {0}.',
  'What if a queen stood on {0}?': '¿Y si hubiera una reina en {0}?',
  'and': 'y',
};

/** Words with their commas, and `and` before the last. */
export const list = (words, and = t('and')) => spoken(words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`);
const spoken = (text) => text.replace(/ y (?=[iI])/g, ' e ');

/** The English name of rows, columns or regions in the reader's language: row 4, regions B and C. */
export function unitName(text) {
  const [, kind, many, labels] = /^(row|column|region)(s?) (.+)$/i.exec(text);
  if (language !== 'es') return text;
  const names = { row: ['la fila', 'las filas'], column: ['la columna', 'las columnas'], region: ['la región', 'las regiones'] };
  return `${names[kind.toLowerCase()][many ? 1 : 0]} ${inSpanish(labels)}`;
}

const inSpanish = (labels) => spoken(labels.replace(' and ', ' y ').replace(' or ', ' o '));
const goes = (labels) => `${/ (and|or) /.test(labels) ? 'se descartan' : 'se descarta'} ${inSpanish(labels.replace(' or ', ' and '))}`;

/** How Spanish says the deductions, which come from the library in English: the reason, and what follows from it. */
const DEDUCTIONS = [
  [/^Only (\S+) is left in (.+), so a queen goes there\.$/, (square, unit) => [`En ${unitName(unit)} solo queda ${square}`, ': ahí va una reina']],
  [/^(.+) wants (\d+) queens and has only (.+) left, so they go there\.$/, (unit, queens, squares) =>
    [`A ${unitName(unit)} le faltan ${queens} reinas y solo le quedan ${inSpanish(squares)}`, ': ahí van']],
  [/^In (.+) only region (\S+) has squares left, so /, (unit, region) =>
    [`En ${unitName(unit)} solo quedan casillas de la región ${region}`, `, así que se descartan las demás de la región ${region}`]],
  [/^(.+) (?:has|have) squares left only in (.+?)(, which want as many queens)?, so the /, (units, within, many) =>
    [`A ${unitName(units)} solo ${/^\w+s /.test(units) ? 'les' : 'le'} quedan casillas en ${unitName(within)}${many ? ', donde faltan las mismas reinas' : ''}`,
      `, así que se descartan las demás casillas de ${unitName(within)}`]],
  [/^(.+?)(?:, two (row|column)s at a time,)? (?:has|have) room for at most (\d+) queens? and wants? \d+, so (.+)\.$/, (units, two, most, so) => [
    `En ${unitName(units)}${two ? `, tomando las ${{ row: 'filas', column: 'columnas' }[two]} de dos en dos,` : ''} caben como mucho ${most} y faltan ${most}`,
    `, así que ${so.split(', and ').map((part) => {
      const [, many, queens, gone] = /^(?:(a queen goes|queens go) on (.+)|(.+) (?:is|are) ruled out)$/.exec(part);
      return many ? `${many === 'queens go' ? 'van reinas' : 'va una reina'} en ${inSpanish(queens)}` : goes(gone);
    }).join(' y ')}`]],
  [/^A queen on (.+?) would(?:, by single squares and (common neighbours|tight fits),)?(?: force (a queen|queens) on (.+?) and)? leave (.+?) in (.+), so /,
    (squares, how, many, forced, few, units) => [
      `Una reina en ${inSpanish(squares)}${how ? `, por casillas únicas y ${how === 'tight fits' ? 'huecos justos' : 'vecinas comunes'},` : ''}${
        forced ? ` obligaría a poner ${many === 'queens' ? 'reinas' : 'una reina'} en ${inSpanish(forced)} y` : ''} dejaría ${
        { 'no square': 'sin casillas a', 'too few squares': 'sin bastantes casillas a', 'too little room': 'sin sitio a' }[few]} ${unitName(units)}`,
      `, así que ${goes(squares)}`]],
];

/** The reason of a deduction and the whole of it, in the reader's language. */
export function deduction(text) {
  if (language !== 'es') return [text.replace(/, so .*$/, '.'), text];
  for (const [pattern, words] of DEDUCTIONS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [reason, so] = words(...found.slice(1));
    return [`${reason}.`, `${reason}${so}.`];
  }
  return [text, text];
}

let language = load('language', globalThis.navigator?.language?.startsWith('es') ? 'es' : 'en');

export const locale = () => language;

export function toggleLanguage() {
  language = language === 'es' ? 'en' : 'es';
  save('language', language);
}

/** The text in the reader's language, with values for {0}, {1}, ... */
export function t(text, ...values) {
  const words = language === 'es' ? SPANISH[text] ?? text : text;
  return words.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** A number, which may be a string of digits of any length, with its digits grouped. */
export function number(value) {
  const text = String(value);
  return (/^\d+$/.test(text) ? BigInt(text) : Number(text)).toLocaleString(language);
}

/** An error of the library, which speaks English. */
export function failure(message) {
  if (language === 'es') return t('That is not possible.');
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What the text below a region puzzle says. `names` are its names of squares and units. */
export function sentence(told, names) {
  const squares = (told.squares && told.kind !== 'step' ? list(names.labels(told.squares)) : '');
  const many = told.squares?.length > 1;
  const says = {
    making: () => t('The puzzle is being made…'),
    right: () => t('No mistake so far.'),
    solved: () => t('The puzzle is solved.') + (told.hints ? ` ${t('Hints made {0} of {1} moves.', number(told.hints), number(told.moves))}` : ''),
    unsolvable: () => t('The board has no solution.'),
    several: () => t('This puzzle has several solutions; two of them differ in the squares with a frame.'),
    stuck: () => t('No deduction helps here; the next step is a guess.'),
    painted: () => t('Exactly one solution: {0}.', told.text),
    wrong: () => (many ? t('The queens on {0} are wrong.', squares) : t('The queen on {0} is wrong.', squares)),
    marks: () => (many ? t('The marks on {0} are wrong.', squares) : t('The mark on {0} is wrong.', squares)),
    full: () => t('Too few squares are left in {0}: one of the marks is wrong.', names.unit(told.unit)),
    conflict: () => (told.unit
      ? t('The queens on {0} share {1}, which takes {2}.', list(names.labels(told.queens)), names.unit(told.unit), told.stars > 1 ? told.stars : t('one'))
      : t('The queens on {0} touch.', list(names.labels(told.queens)))),
    step: () => (told.stage ? deduction(told.text)[told.stage - 1]
      : told.trial ? t('What if a queen stood on {0}?', list(told.trial)) : t('Look at {0}.', list(told.units.map(unitName)))),
  };
  return [says[told.kind]?.() ?? told.text, told.split].filter(Boolean).join(' ');
}

/** Translates the page's own texts: those of elements with data-t, and labels in data-t-label. */
export function translate(page) {
  page.documentElement.lang = language;
  for (const element of page.querySelectorAll('[data-t]')) {
    element.dataset.t ||= element.textContent;
    element.textContent = t(element.dataset.t);
  }
  for (const element of page.querySelectorAll('[data-t-label]')) element.setAttribute('aria-label', t(element.dataset.tLabel));
}
