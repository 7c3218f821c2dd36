/** Amounts in words, as Philippine checks need them (PCHC check standards: words are required, one payee, no erasures). */
import { dec, toCents } from '../kernel/decimal.ts'

const ONES = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
const SCALES = ['', ' Thousand', ' Million', ' Billion', ' Trillion', ' Quadrillion']

function below1000(n: number): string {
  const hundreds = Math.floor(n / 100)
  const rest = n % 100
  const tail = rest < 20 ? ONES[rest]! : `${TENS[Math.floor(rest / 10)]}${rest % 10 ? `-${ONES[rest % 10]}` : ''}`
  return [hundreds ? `${ONES[hundreds]} Hundred` : '', tail].filter(Boolean).join(' ')
}

/** A whole number in English words: 1234 → "One Thousand Two Hundred Thirty-Four". */
function numberWords(value: bigint): string {
  if (value === 0n) return 'Zero'
  const groups: string[] = []
  let rest = value < 0n ? -value : value
  for (let scale = 0; rest > 0n; scale++, rest /= 1000n) {
    const group = Number(rest % 1000n)
    if (group) groups.unshift(`${below1000(group)}${SCALES[scale]}`)
  }
  return `${value < 0n ? 'Minus ' : ''}${groups.join(' ')}`
}

/** 1234.56 → "One Thousand Two Hundred Thirty-Four Pesos and 56/100 Only"; whole amounts end in "Pesos Only". */
export function pesoWords(amount: unknown): string {
  const cents = toCents(dec(amount))
  const negative = cents < 0n
  const positive = negative ? -cents : cents
  const pesos = positive / 100n
  const rest = positive % 100n
  const unit = pesos === 1n ? 'Peso' : 'Pesos'
  const fraction = rest === 0n ? '' : ` and ${rest.toString().padStart(2, '0')}/100`
  return `${negative ? 'Minus ' : ''}${numberWords(pesos)} ${unit}${fraction} Only`
}
