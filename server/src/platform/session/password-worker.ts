import { answerTasks } from '../task-thread.ts'
import { type ChosenPassword, isGuessable } from './password-estimate.ts'

answerTasks((chosen: readonly ChosenPassword[]) => chosen.map(isGuessable))
