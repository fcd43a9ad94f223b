/** For texts that are more than one key with figures: written in both languages by the sender. */
export { deliverMessage } from './deliver-message.ts';
export { type SystemMessage, sendSystemMessage } from './send-system-message.ts';
