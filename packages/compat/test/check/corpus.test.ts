import { readCorpus } from '../../corpus/read-corpus.ts'
import { judgeCorpus } from '../judge-corpus.ts'

judgeCorpus(readCorpus())
