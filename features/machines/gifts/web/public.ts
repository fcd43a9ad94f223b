export { isGone } from './placement-actions.tsx';
