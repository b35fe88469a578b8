import { isSampled, judgeContradictions } from '../judge-contradictions.ts'
import { contradictions } from '../rows/contradictions.ts'

// `test` judges the sample.
judgeContradictions(contradictions.filter((row, index) => !isSampled(row, index)))
