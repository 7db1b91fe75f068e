import { parentPort } from 'node:worker_threads'
import { type ChosenPassword, isGuessable } from './password-estimate.ts'

parentPort?.on('message', (chosen: readonly ChosenPassword[]) => {
  parentPort?.postMessage(chosen.map(isGuessable))
})
