/** Properties are tried with the same cases every time: a failure is a change of the code, never of the dice. */
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_121 })

export default fc
