// The least a page can do with a job: fetch and parse it in a worker, draw the cards that can be seen. With a number of
// articles it creates the job first; with "now" it waits for no click.
const worker = new Worker('worker.js')
const params = new URLSearchParams(location.search)
const main = document.querySelector('main')

async function createdJob() {
  const body = JSON.stringify({ article_count: Number(params.get('count')) })
  const response = await fetch('/api/v1.0/jobs', { method: 'POST', body })
  return (await response.json()).id
}

async function open() {
  main.replaceChildren()
  worker.postMessage({ job: params.get('job') ?? (await createdJob()) })
}

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
  main.replaceChildren(...cards)
  main.ariaBusy = 'false'
})

document.querySelector('button').addEventListener('click', open)
document.querySelector('input').addEventListener('input', ({ target }) => {
  main.ariaBusy = 'true'
  worker.postMessage({ query: target.value })
})
if (params.has('now')) void open()
