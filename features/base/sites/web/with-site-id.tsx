import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';

/** The page about one site, or the way to the list when the address names none. */
export function WithSiteId({ children }: { children: (id: string) => ReactNode }) {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id) return children(id);
  return (
    <EmptyState
      title={t('sites:edit.missingId')}
      action={
        <Button component={Link} to="/tfaddress" variant="light">
          {t('sites:screen.list')}
        </Button>
      }
    />
  );
}
