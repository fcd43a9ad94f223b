import type { ReactNode } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import type { Answer } from './answers.ts';
import { Button } from './button.tsx';
import { Blank } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** What a call answered, drawn; before that its shape, and where it failed why, with the way to ask again. */
export function Answered<T>({
  answer,
  skeleton = <Skeleton count={2} />,
  children,
}: {
  answer: Pick<Answer<T>, 'data' | 'failure' | 'final' | 'again'>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const t = useText();
  const { data, failure, final, again } = answer;
  if (data !== undefined) return children(data);
  if (!failure) return skeleton;
  return (
    <Blank title={t('kit:ui.loadFailed')} hint={failure}>
      {!final && <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>}
    </Blank>
  );
}
