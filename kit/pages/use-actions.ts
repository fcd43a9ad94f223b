import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { mayCall } from '#kit/ui/access.ts';
import { act, failureMessage, invalidate } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import type { Action } from './actions.ts';
import { openForm } from './open-form.ts';

/** Runs declared actions: permission, question, call, message and refreshing of what the call changed. */
export function useActions(refreshes: readonly AnyEndpoint[] = []) {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState<string | undefined>();

  const allowed = useCallback(
    <S>(actions: readonly Action<S>[] | undefined, subject: S): Action<S>[] =>
      (actions ?? []).filter((action) => {
        const needed = action.needs ?? action.call?.endpoint ?? action.form?.endpoint;
        return (!needed || mayCall(user, needed)) && (action.visible?.(subject) ?? true);
      }),
    [user],
  );

  /** Resolves to whether it was done. */
  const run = async <S>(action: Action<S>, subject: S): Promise<boolean> => {
    if (action.confirm) {
      const params = action.confirm.params?.(subject);
      const yes = await confirm({
        title: t(action.confirm.title, params),
        body: action.confirm.body && t(action.confirm.body, params),
        confirmLabel: t(action.label),
        danger: action.danger,
      });
      if (!yes) return false;
    }
    if (action.to) {
      await navigate(action.to(subject));
      return true;
    }
    if (action.form) return (await openForm(action.form, subject, action.label)) !== undefined;
    setRunning(action.label);
    try {
      if (action.call) await act(action.call.endpoint, action.call.input(subject) as never);
      if ((await action.run?.(subject)) === false) return false;
      if (action.success) toast.success(t(action.success));
      if (action.call) await invalidate(...refreshes);
      return true;
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) toast.failure(failureMessage(error));
      return false;
    } finally {
      setRunning(undefined);
    }
  };

  return { allowed, run, running };
}
