const find = (selector) => document.querySelector(selector)
const add = (parent, tag, properties) => {
  const node = Object.assign(document.createElement(tag), properties)
  parent.append(node)
  return node
}

const call = find('#call')
const chosen = (select) => select.selectedOptions[0].dataset

/** The parameters and the body of each operation. */
const fieldsets = [...call.querySelectorAll('fieldset')]
const fields = () => fieldsets.find(({ hidden }) => !hidden)

function showFields() {
  const { id } = chosen(call.elements.operation)
  for (const one of fieldsets) one.hidden = one.disabled = one.dataset.id !== id
}

/** The request that the fields describe. Empty parameters are left out. */
function toRequest() {
  const { key, scheme, operation } = call.elements
  const { method, path } = chosen(operation)
  const { header, prefix } = chosen(scheme)
  const headers = new Headers()
  if (key.value !== '') headers.set(header, prefix + key.value)
  const query = new URLSearchParams()
  let target = path
  let body
  for (const { value, dataset } of fields().elements) {
    const { place, name } = dataset
    if (place === 'body') body = value
    else if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.append(name, value)
    else if (value !== '') headers.set(name, value)
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  const url = call.dataset.server + target + (query.size > 0 ? `?${query}` : '')
  // Always the server's answer, never one from the browser's cache.
  return new Request(url, { method, headers, body, cache: 'no-store' })
}

async function showAnswer(place) {
  const startMs = performance.now()
  const response = await fetch(toRequest())
  const text = await response.text()
  const ms = Math.round(performance.now() - startMs)
  add(place, 'p', { textContent: `${response.status} ${response.statusText} in ${ms} ms` })
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  add(place, 'pre', { textContent: lines.join('\n'), tabIndex: 0 })
  if (text !== '') add(place, 'pre', { textContent: format(text), tabIndex: 0 })
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const webhook = find('#webhook')

async function showDelivery(place) {
  const response = await fetch('webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ example: webhook.elements.example.value }),
  })
  const { lines } = await response.json()
  for (const line of lines) add(place, 'p', { textContent: line })
}

/** Runs a form: one request at a time, and its outcome or its failure in one place. */
function run(form, place, show) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    place.replaceChildren()
    await show(place).catch((error) => {
      add(place, 'p', {
        textContent: `No answer: ${error.message}. Check that start is still running.`,
      })
    })
    button.disabled = false
  })
}

call.elements.operation.addEventListener('change', showFields)
showFields()
run(call, find('#answer'), showAnswer)
run(webhook, find('#delivery'), showDelivery)
