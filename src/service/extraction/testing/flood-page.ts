/** Distinct sentences for a page about a flood. */
export const sentence = (number: number): string =>
  `On day ${number} the river stood ${number * 7} centimetres above the mark, and the mayor of the lower town said that nobody would go home before it fell.`

export const paragraphs = (from: number, to: number): string =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `<p>${sentence(from + index)} ${sentence(from + index + 100)}</p>`,
  ).join('')

/** A typical page with the given article in the middle. */
export const floodPage = (article: string, head = ''): string => `<!doctype html><html lang=en-GB><head>
<title>River rises - The Lower Town Post</title><meta property=og:type content=article>
<meta property=og:site_name content="The Lower Town Post"><meta property=article:published_time content=2026-03-04T05:06:07Z>
<meta name=author content="Ada Brook"><link rel=canonical href=/2026/river-rises>${head}</head><body>
<header><a href=/>The Lower Town Post</a><nav><a href=/news>News</a> <a href=/sport>Sport</a></nav></header>
<main><article><h1>River rises</h1><p class=byline>By Ada Brook</p>${article}</article></main>
<footer>Imprint, privacy, all rights reserved</footer></body></html>`
