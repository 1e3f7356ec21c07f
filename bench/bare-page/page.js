// The least a page can do with a job: fetch and parse it in a worker, draw the cards that can be seen.
const worker = new Worker('worker.js')
const job = new URLSearchParams(location.search).get('job')

document.querySelector('button').addEventListener('click', () => {
  document.querySelector('main').replaceChildren()
  worker.postMessage(job)
})

worker.addEventListener('message', ({ data }) => {
  const cards = data.map(({ title, text }) => {
    const card = document.createElement('article')
    const heading = document.createElement('h2')
    heading.textContent = title
    const excerpt = document.createElement('p')
    excerpt.textContent = text
    card.append(heading, excerpt)
    return card
  })
  document.querySelector('main').append(...cards)
})
