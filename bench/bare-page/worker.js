let articles = []

self.addEventListener('message', async ({ data: { job, query } }) => {
  if (job) {
    const response = await fetch(`/api/v1.0/jobs/${job}`, { headers: { authorization: 'Basic bench' } })
    ;({ articles } = await response.json())
    post(articles)
  } else {
    const words = query.toLowerCase().split(/\s+/)
    post(articles.filter((article) => words.every((word) => folded(article).includes(word))))
  }
})

function folded(article) {
  article.folded ??= `${article.title}\n${article.text}`.toLowerCase()
  return article.folded
}

function post(shown) {
  self.postMessage(shown.slice(0, 12).map(({ title, text }) => ({ title, text: text.slice(0, 280) })))
}
