// The least a page can do with a decision: mark the current row and go to the next.
const rows = Array.from({ length: 1000 }, (_, index) => {
  const row = document.createElement('article')
  const link = document.createElement('a')
  link.href = `#${index}`
  link.textContent = `Article ${index}`
  const excerpt = document.createElement('p')
  excerpt.textContent = 'river bread council winter garden bridge letter market season teacher '.repeat(3)
  row.append(link, excerpt)
  return row
})
document.querySelector('main').append(...rows)

let at = 0
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'v') return
  rows[at].classList.toggle('kept')
  at = Math.min(at + 1, rows.length - 1)
  rows[at].firstElementChild.focus({ preventScroll: true })
  rows[at].scrollIntoView({ block: 'nearest' })
})
