import { readCorpus } from '../../corpus/read-corpus.ts'
import { isSampled, judgeCorpus } from '../judge-corpus.ts'

// `test` judges the sample.
judgeCorpus(readCorpus().filter((row, index) => !isSampled(row, index)))
