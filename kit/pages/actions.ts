import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import type { FormAction } from './form-action.ts';

/** A call with its input worked out from the subject of the action; made by `callOf`, which checks the types. */
export interface ActionCall<S> {
  endpoint: AnyEndpoint;
  input: (subject: S) => unknown;
}

export const callOf = <E extends AnyEndpoint, S>(
  endpoint: E,
  input: (subject: S) => InputOf<E>,
): ActionCall<S> => ({ endpoint, input });

/**
 * Something a person may do with a row, with selected rows or with a page. Texts are translation keys.
 * Give one of `call` (the usual case), `form` (asks first), `to` (go to a screen) or `run` (anything else).
 */
export interface Action<S> {
  label: string;
  icon?: IconName;
  call?: ActionCall<S>;
  /** opened in a sheet; its title and button say `label` unless it says otherwise */
  form?: FormAction<S>;
  to?: (subject: S) => string;
  /** resolves to false when the person thought better of it: nothing was done, a selection stays */
  run?: (subject: S) => unknown;
  /** whose permission the action needs; the endpoint of `call` or `form` unless told. Not allowed: not shown. */
  needs?: AnyEndpoint;
  visible?: (subject: S) => boolean;
  danger?: boolean;
  primary?: boolean;
  /** asked before; keys, with parameters from the subject */
  confirm?: { title: string; body?: string; params?: (subject: S) => Record<string, string | number> };
  /** key of the message afterwards */
  success?: string;
}

/** An action on several rows as the action of one row. */
export function forOne<R>(action: Action<R[]>): Action<R> {
  const { call, form, to, run, visible, confirm, ...rest } = action;
  const params = confirm?.params;
  return {
    ...rest,
    call: call && { endpoint: call.endpoint, input: (row) => call.input([row]) },
    form: form && ({ ...form, from: (row: R) => [row] } as unknown as FormAction<R>),
    to: to && ((row) => to([row])),
    run: run && ((row) => run([row])),
    visible: visible && ((row) => visible([row])),
    confirm: confirm && { ...confirm, params: params && ((row) => params([row])) },
  };
}

/** What every removal says of itself: `{ ...removing, call, confirm }`. */
export const removing = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  success: 'kit:action.removed',
} as const;

/** Removes the chosen rows by a call that takes their ids, once the person has agreed. */
export const removal = <R extends { id: string }>(
  endpoint: AnyEndpoint,
  confirm: NonNullable<Action<R[]>['confirm']>,
): Action<R[]> => ({
  ...removing,
  call: { endpoint, input: (chosen) => ({ ids: chosen.map(({ id }) => id) }) },
  confirm,
});
