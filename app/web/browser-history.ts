import { hasLeaveQuestion, mayLeave } from '#kit/ui/navigation.ts';
import { createHistory } from './history.ts';

export const browserHistory = createHistory(window, { needed: hasLeaveQuestion, allowed: mayLeave });
