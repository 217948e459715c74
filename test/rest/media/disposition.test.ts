import t from 'tap';
import { dispositionOf, filenameIn, imageName, inlineDisposition } from '../../../src/rest/media/disposition.ts';
import { fileOfForm } from '../../../src/rest/media/form.ts';

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

t.test('the name of a file is read as clients write it', t => {
  const cases: [string, string][] = [
    ['attachment; filename="pump.png"', 'pump.png'],
    ['attachment;filename=pump.png', 'pump.png'],
    ['form-data; name="file"; filename="a \\"b\\" c.png"', 'a "b" c.png'],
    [latin1('attachment; filename="Tür.png"'), 'Tür.png'],
    [Buffer.from('attachment; filename="T\u00fcr.png"', 'latin1').toString('latin1'), 'Tür.png'],
    ['attachment; filename="x.png"; filename*=UTF-8\'\'T%C3%BCr%20%E2%82%AC.png', 'Tür €.png'],
    ['attachment; filename="x.png"; filename*=UTF-8\'\'%FF%FE', 'x.png'],
    ['attachment; filename="x.png"; filename*=ISO-8859-1\'\'%FC', 'x.png'],
    ['attachment; filename=a.png; filename=b.png', 'a.png'],
    ['attachment', ''],
    ['', ''],
    ['attachment; filename="unclosed', ''],
  ];
  for (const [header, name] of cases) t.equal(filenameIn(dispositionOf(header)), name, header);
  t.end();
});

t.test('a name is fit for every file system, and ends with its type', t => {
  const cases: [string, Parameters<typeof imageName>[1], string][] = [
    ['pump.png', 'image/png', 'pump.png'],
    ['PUMP.PNG', 'image/png', 'PUMP.PNG'],
    ['pump.jpeg', 'image/jpeg', 'pump.jpeg'],
    ['pump.png', 'image/jpeg', 'pump.png.jpg'],
    ['evil.html', 'image/webp', 'evil.html.webp'],
    ['../../etc/passwd', 'image/png', 'passwd.png'],
    ['C:\\Users\\a\\pump.png', 'image/png', 'pump.png'],
    ['..', 'image/png', 'other.png'],
    ['', 'image/jpeg', 'other.jpg'],
    ['a\r\nb\u0000\u202Egnp.exe', 'image/png', 'a  bgnp.exe.png'],
    ['a:b*c?.png', 'image/png', 'a_b_c_.png'],
    ['ü'.repeat(300), 'image/png', `${'ü'.repeat(200)}.png`],
  ];
  for (const [given, type, name] of cases) t.equal(imageName(given, type, 'other'), name);
  t.end();
});

t.test('the header of an answer holds any name', t => {
  t.equal(inlineDisposition('pump.png'), 'inline; filename="pump.png"');
  t.equal(
    inlineDisposition('Tür "1" (€).png'),
    `inline; filename="T_r _1_ (_).png"; filename*=UTF-8''T%C3%BCr%20%221%22%20%28%E2%82%AC%29.png`,
  );
  t.end();
});

t.test('a form is cut where its boundary says', t => {
  const form =
    (body: string, boundary = 'x') =>
    () =>
      fileOfForm(Buffer.from(body, 'latin1'), `multipart/form-data; boundary=${boundary}`);
  const part = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
  const bytes = 'a--x\r\n--y\r\n-\r\n\0\xff';
  t.equal(
    form(`${part('other', '1')}${part('file', bytes)}${part('file', 'later')}--x--`)().content.toString('latin1'),
    bytes,
  );
  t.equal(form(`preamble\r\n${part('file', '')}--x--\r\nepilogue`)().content.length, 0);
  t.equal(form(`${part('file', 'q').replaceAll('--x', '--a b')}--a b--`, '"a b"')().content.toString(), 'q');
  const mistakes: [string, RegExp | string, string?][] = [
    ['', 'the form has no end'],
    [`${part('other', '1')}--x--`, 'the form has no field named file'],
    [part('file', '1'), 'the form has no end'],
    [`--xy${part('file', '1')}--x--`, 'a part of the form does not begin where it should'],
    ['--x\r\nContent-Disposition: form-data; name="file"\r\n--x--', 'a part of the form has no content'],
    [`--x\r\n${'a'.repeat(9000)}\r\n\r\n1\r\n--x--`, 'a part of the form has no content'],
    [`${part('a', '').repeat(33)}--x--`, 'the form has too many parts'],
    [`${part('file', '1')}--x--`, 'the form has no boundary', '"'],
    [`${part('file', '1')}--x--`, 'the form has no boundary', 'é'],
  ];
  for (const [body, problem, boundary] of mistakes) t.throws(form(body, boundary), { about: { problem } } as never);
  t.end();
});
