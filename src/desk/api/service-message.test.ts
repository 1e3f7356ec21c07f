import { expect, it } from 'vitest'
import { serviceMessage } from './service-message.ts'

it.each<[name: string, body: string, words: string | undefined]>([
  ['nothing', '', undefined],
  ['white space', ' \n ', undefined],
  ['a message', '{"message":"No credit left"}', 'No credit left'],
  ['an error', '{"error":"No credit left"}', 'No credit left'],
  ['an error within', '{"error":{"code":7,"message":"No credit left"}}', 'No credit left'],
  ['a problem document', '{"type":"about:blank","title":"Bad","status":422,"detail":"Too many"}', 'Too many'],
  ['a title alone', '{"title":"Bad"}', 'Bad'],
  ['a list', '{"errors":["one","two"]}', 'one; two'],
  [
    'errors by field',
    '{"errors":{"keywords":["too many","too long"],"category":"?"}}',
    'keywords: too many; keywords: too long; category: ?',
  ],
  [
    'the usual validation list',
    '{"detail":[{"loc":["body"],"msg":"x","message":"field required"}]}',
    'field required',
  ],
  [
    'the validation list of FastAPI',
    '{"detail":[{"type":"int_type","loc":["body","article_count"],"msg":"Input should be 100 or less","input":500},{"type":"too_long","loc":["body","keywords",3],"msg":"Too long","input":"x"},{"type":"missing","loc":["body"],"msg":"Field required"}]}',
    'article_count: Input should be 100 or less; keywords: Too long; request: Field required',
  ],
  [
    'the lists of Django, by field',
    '{"article_count":["At most 100."],"keywords":["Too many.","Too long."],"code":7}',
    'article_count: At most 100.; keywords: Too many.; keywords: Too long.',
  ],
  ['an empty object', '{}', undefined],
  ['an empty list', '[]', undefined],
  ['null', 'null', undefined],
  ['the same twice', '{"message":"no","error":"no"}', 'no'],
  [
    'a problem document that says its faults twice',
    '{"detail":"keywords must be texts; article_count must be 1","errors":[{"field":"keywords","detail":"must be texts"},{"field":"article_count","detail":"must be 1"}]}',
    'keywords must be texts; article_count must be 1',
  ],
  ['a bare string', '"Go away"', 'Go away'],
  ['JSON that says nothing', '{"code":7}', '{"code":7}'],
  ['plain text', 'Internal error\n  at line 1', 'Internal error at line 1'],
  [
    'HTML',
    '<html><head><title>t</title></head><body><h1>502 Bad&nbsp;Gateway</h1><script>alert(1)</script></body>',
    '502 Bad Gateway',
  ],
  ['a tag that never ends', `<p ${'x'.repeat(50_000)}`, undefined],
  ['markup in a message, as it stands', '{"message":"<b>no</b>"}', '<b>no</b>'],
  ['control and bidi characters', '{"message":"a\\u0000b\\u202Ec\\u200Bd\\ufeff"}', 'a bcd'],
  ['too much', 'x'.repeat(500), `${'x'.repeat(199)}…`],
  ['an emoji at the cut', `${'x'.repeat(198)}🌞${'x'.repeat(9)}`, `${'x'.repeat(198)}…`],
  [
    'depth',
    `${'{"error":'.repeat(20)}"deep"${'}'.repeat(20)}`,
    '{"error":'.repeat(20).slice(0, 400) + `"deep"${'}'.repeat(20)}`,
  ],
])('of %s', (_name, body, words) => {
  const expected = words && words.length > 200 ? `${words.slice(0, 199)}…` : words
  expect(serviceMessage(body)).toBe(expected)
})
