import { defineEvent } from '#kit/contract/event.ts';

/** Something was written, read, assigned or solved there. It says nothing of what. */
export const conversationMoved = defineEvent<{ id: string }>('conversation.moved');
export const quickRepliesChanged = defineEvent('conversation.replies');
export const serviceSettingChanged = defineEvent('conversation.setting');
