import { useAct } from '#kit/ui/api.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { contentContract } from '../contract.ts';

const { listMessages, unreadMessages, cpdtData } = contentContract;
const inboxCalls = [listMessages, unreadMessages, cpdtData];

/** Marking messages as read changes the list, the bell and the overview alike. */
export function useReading() {
  const readOne = useAct(contentContract.readMessage, { invalidates: inboxCalls, quiet: true });
  const readAll = useAct(contentContract.readAllMessages, {
    invalidates: inboxCalls,
    success: 'content:message.allRead',
  });
  return { readOne, readAll };
}

/** New, read and withdrawn messages show without a reload. */
export function useLiveInbox(): void {
  useLiveInvalidate('message.', listMessages);
  useLiveInvalidate('message.', unreadMessages);
  useLiveInvalidate('message.', cpdtData);
}
