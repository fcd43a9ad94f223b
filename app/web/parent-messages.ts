import { appConfigStore } from '#kit/ui/app-config.ts';
import { closeTopDialog, navigation } from '#kit/ui/navigation.ts';

const deviceListPath = '/equipmentList';

export interface ParentMessage {
  origin: string;
  data: unknown;
}

export type ParentAction = 'closeDialog' | 'back' | 'ignore';

/** Only pages whose origin the operator has listed may steer us; anything else is somebody's frame. */
export function parentAction(
  message: ParentMessage,
  trustedOrigins: readonly string[],
  pathname: string,
): ParentAction {
  if (!trustedOrigins.includes(message.origin)) return 'ignore';
  const { data } = message;
  const isBack = typeof data === 'object' && data !== null && (data as { type?: unknown }).type === 'BACK';
  if (!isBack) return 'ignore';
  return pathname === deviceListPath ? 'closeDialog' : 'back';
}

export function listenToParent(): void {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent) return;
    const action = parentAction(event, appConfigStore.get().trustedParentOrigins, location.pathname);
    if (action === 'closeDialog') closeTopDialog();
    else if (action === 'back') navigation.back();
  });
}
