// The least a page can do with 20,000 articles already in memory: filter them and draw the visible rows.
const rowHeight = 136
const all = Array.from({ length: 20_000 }, (_, index) => ({
  job: index % 4,
  title: `Article ${index}`,
  excerpt: 'river bread council winter garden bridge letter market season teacher '.repeat(4),
}))
const status = document.querySelector('[role=status]')
const list = document.createElement('ul')
let shown = all
let isNarrowed = false

function draw() {
  const top = list.getBoundingClientRect().top
  const first = Math.max(0, Math.floor(-top / rowHeight) - 6)
  const end = Math.min(shown.length, Math.ceil((innerHeight - top) / rowHeight) + 6)
  list.replaceChildren(
    ...shown.slice(first, end).map(({ title, excerpt }, index) => {
      const row = document.createElement('li')
      row.style.transform = `translateY(${(first + index) * rowHeight}px)`
      const article = document.createElement('article')
      const link = document.createElement('a')
      link.href = '#'
      link.textContent = title
      const text = document.createElement('p')
      text.textContent = excerpt
      article.append(link, text)
      row.append(article)
      return row
    }),
  )
}

function show(articles) {
  shown = articles
  list.style.blockSize = `${shown.length * rowHeight}px`
  status.textContent = `${shown.length} of ${all.length}`
  draw()
}

function openLibrary() {
  document.querySelector('main').append(list)
  show(all)
}

document.querySelector('#open').addEventListener('click', openLibrary)
if (location.search === '?now') openLibrary()
document.querySelector('#filter').addEventListener('click', () => {
  isNarrowed = !isNarrowed
  show(isNarrowed ? all.filter(({ job }) => job === 1) : all)
})
addEventListener('scroll', draw, { passive: true })
