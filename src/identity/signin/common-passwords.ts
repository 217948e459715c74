/**
 * What many people take for a password. Written for this product: frequent English and German words, first names, months, days, teams
 * and things, words that belong to such a box, and what lies side by side on keyboards. No published or leaked list was copied. With what
 * people put before and behind them, and letters written as digits, these stand for some ten thousand passwords each.
 */
const WORDS = `
  pass password passwort passwd passphrase kennwort passcode secret geheim private access login logon signin signup welcome willkommen
  hello hallo letmein letmepass openup opensesame enter master meister admin administrator root user benutzer guest gast test tester
  testing demo default changeme change changeit temp temporary example sample manager operator support service system server client
  computer laptop internet network netzwerk wifi wireless router switch gateway cloud office home house garden kitchen family
  company business firma buero finance account accounts sales market office backup database oracle mysql postgres linux ubuntu debian
  windows microsoft google apple android iphone samsung nokia sony facebook twitter instagram youtube amazon netflix spotify
  mioty waystation station basestation servicecenter center centre sensor sensors meter meters endpoint telegram radio antenna lora
  lorawan raspberry raspi industry factory building smart smarthome water heat energy power
  love lover loving iloveyou iloveu ichliebedich loveyou loveme mylove forever together friend friends friendship bestfriend
  angel angels devil heaven heavenly god jesus christ church faith hope grace blessed blessing amen lord
  baby babygirl babyboy princess prince queen king kingdom lady gentleman girl boy woman mother father mama papa mommy daddy
  sister brother grandma grandpa uncle honey sweet sweety sweetie sugar candy cookie cookies chocolate cherry peach banana orange
  lemon apple berry strawberry pepper ginger cinnamon vanilla coffee tea beer wine whiskey vodka pizza burger cheese bacon butter
  sunshine sun moon star stars starlight sky cloud rain rainbow snow winter summer sommer spring autumn fall season storm thunder
  lightning fire feuer water wasser earth wind ocean sea beach island river lake mountain forest flower flowers rose lily daisy
  jasmine violet orchid butterfly dragonfly bird eagle falcon hawk raven phoenix dragon drache dragons tiger lion panther leopard
  jaguar wolf wolves bear bears fox rabbit bunny kitten kitty cat cats katze dog dogs hund puppy doggy horse horses pferd pony
  monkey gorilla elephant dolphin shark whale turtle snake spider scorpion cobra viper
  football fussball soccer baseball basketball hockey tennis golf golfer racing runner running swimming surfing skating skater
  player winner winning champion champions victory arsenal chelsea liverpool manchester united barcelona juventus bayern borussia
  schalke realmadrid yankees cowboys lakers bulls packers steelers raiders rangers eagles ferrari porsche mercedes audi volkswagen
  toyota honda yamaha suzuki mustang corvette camaro harley
  batman superman spiderman ironman hulk avengers starwars jedi yoda vader skywalker pokemon pikachu mario zelda minecraft fortnite
  matrix neo trinity gandalf frodo hobbit merlin wizard magic magical harrypotter hogwarts dumbledore snoopy garfield mickey minnie
  donald disney simpson homer bart nintendo playstation xbox gamer gaming game games
  music musik rock metal metallica nirvana beatles queen elvis guitar piano drummer drums dancer dancing singer
  black white red green blue yellow purple pink orange silver golden gold diamond crystal pearl ruby emerald
  michael michelle jennifer jessica ashley amanda daniel daniela david andrew andrea anthony antonio joseph joshua matthew
  christian christina christopher nicole nicolas nicholas robert roberto william thomas charles charlie george jordan justin
  brandon tyler kevin brian steven stephen stephanie samantha elizabeth victoria alexander alexandra alexis sandra sabrina maria
  martin martina peter petra stefan sebastian tobias florian markus andreas juergen wolfgang helmut monika claudia sabine susanne
  julia julian laura sarah hannah emma sophia sophie olivia isabella charlotte natalie natasha vanessa melissa patricia patrick
  richard ronald edward benjamin samuel jackson jacob ethan mason hunter buster cooper bailey maggie molly rocky max oscar lucky
  january february march april june july august september october november december januar februar maerz mai juni juli oktober
  dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  america england london paris berlin hamburg muenchen munich vienna wien zurich newyork boston chicago dallas texas florida
  california hawaii canada toronto mexico brazil germany deutschland france italy spain russia moscow china japan tokyo india
  money dollar million millionaire rich lotto casino poker lucky luck success freedom liberty justice peace truth trust trustno
  trustme believe dream dreams dreamer future destiny fortune happy happiness smile laugh crazy cool awesome perfect beautiful
  gorgeous pretty cute sexy hotstuff super superstar hero ninja samurai warrior soldier pirate knight gladiator hunter killer
  shadow darkness midnight night knightrider ghost monster vampire zombie demon legend mystery phantom stealth storm blaster
  whatever nothing something anything everything nobody somebody idontknow dontknow iforgot forgot forget remember please
  thankyou thanks danke bitte sorry goodbye goodluck goodday morning letsgo asdf asdfgh asdfghjkl asdfjkl qwer qwert qwerty
  qwertz qwertyu qwertyui qwertyuiop qwertzuiop qwertzu azerty azertyuiop zxcv zxcvbn zxcvbnm yxcv yxcvbnm poiuyt lkjhgf mnbvcxz
  qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc asdzxc asdqwe abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij xyz aaa
  abcabc xxx zzz qqq aaaa xxxx zzzz qqqq foo bar foobar blah blabla dummy nopass nopassword mypass mypassword yourpassword
  thepassword newpassword oldpassword ourpassword mysecret topsecret supersecret security secure safety safe
`;

/** Digits among letters, side by side on a keyboard. */
const WALKS = `
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6z q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qaz 1qaz2wsx 1qaz2wsx3edc
  1qaz2wsx3edc4rfv 2wsx3edc zaq1 zaq12wsx zaq1xsw2 zaq1xsw2cde3 1qazxsw2 1qazxsw23edc qwe123 qwe123qwe 123qwe 123qweasd 123qweasdzxc
  qwer1234 1234qwer qwert12345 12345qwert asd123 123asd abc123 123abc abc123abc a1b2c3 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 1a2b3c 1a2b3c4d
  1a2b3c4d5e aa11 aa12 aa123 aaa111 a12345 a123456 a1234567 a12345678 a123456789 1234567890a zxc123 123zxc q12345 pass123word
  p4ss p4ssw0rd pa55 pa55word passw0rd adm1n r00t l3tm31n w3lc0me trustno1 r2d2 c3po r2d2c3po ncc1701 agent007 number1 blink182
  abcd1234 1234abcd a1s2d3 a1s2d3f4 a1s2d3f4g5 1qw23er4 1qw23er45t 12qwaszx 12qw34er 12qw34er56ty qw12 qw12er34 qw12er34ty56
`;

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'i', '€': 'e' },
};
/** What people put before or behind: a few signs of their choice, a run of digits, or one sign again and again. */
const CHEAP =
  /^(?:[^\p{L}]{0,6}|[^\p{L}\p{N}]{0,2}(?:0?1234567890*|0?123456789?|0?12345[67]?8?|9876543210?|(.)\1*)[^\p{L}\p{N}]{0,2})$/u;
const AFFIX = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
const common: ReadonlySet<string> = new Set([...wordsOf(WORDS), ...wordsOf(WALKS)]);

/** Whether many people use it: one or two frequent words, with what people put around them. */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase();
  const [, before = '', core = '', after = ''] = AFFIX.exec(text) ?? [];
  if (core === '') return true;
  if (CHEAP.test(before) && CHEAP.test(after) && isFrequent(core)) return true;
  // A walk over the keyboard may begin or end with a digit.
  return splits(text).some(([walk, rest]) => common.has(walk) && CHEAP.test(rest));
}

function isFrequent(core: string): boolean {
  return [core, plain(core)].some(text => {
    const letters = text.replace(/[^\p{L}\p{N}]/gu, '');
    return common.has(letters) || splits(letters).some(([a, b]) => common.has(a) && common.has(b));
  });
}

/** Digits and signs that stand for letters. */
function plain(text: string): string {
  return [...text].map(letter => LETTERS[letter] ?? letter).join('');
}

function splits(text: string): [string, string][] {
  const places = Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => at + 1);
  return [...places.map((at): [string, string] => [text.slice(0, at), text.slice(at)]), [text, '']];
}
