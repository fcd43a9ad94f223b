import { Badge, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import choices from '#kit/pages/choices.module.css';
import { chooseSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { ownPath } from '#kit/ui/own-path.ts';
import type { sitesContract } from '../contract.ts';
import { useOwnSites } from './use-own-sites.ts';
import { withSite } from './with-site.ts';

type Site = OutputOf<typeof sitesContract.countUserSiteDevices>[number];

/** Picks the site for another screen: `?return=/path` goes there with the site's id, otherwise back. */
export default function ChooseSite() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [search, setSearch] = useState('');
  const { sites, current, error, isPending, refetch } = useOwnSites();
  const target = ownPath(query.get('return'));
  const choose = (site: Site | undefined) => {
    chooseSite(site && { id: site.fieldId, name: site.fieldName });
    if (target) void navigate(site ? withSite(target, site.fieldId) : target, { replace: true });
    else navigation.back();
  };
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <ListSkeleton />;
  if (sites.length === 0)
    return <EmptyState title={t('sites:choose.none')} hint={t('sites:choose.noneHint')} />;
  const wanted = search.trim().toLowerCase();
  const shown = sites.filter((site) => site.fieldName.toLowerCase().includes(wanted));
  return (
    <Stack gap="sm" maw={720}>
      <TextInput
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('sites:choose.search')}
        aria-label={t('sites:choose.search')}
        leftSection={<Icon name="search" size={16} />}
      />
      <Paper withBorder bg="var(--surface)" component="ul" className={choices.choices}>
        {!target && wanted === '' && (
          <Choice
            name={t('sites:choose.all')}
            note={t('sites:choose.allHint')}
            chosen={current === undefined}
            onChoose={() => choose(undefined)}
          />
        )}
        {shown.map((site) => (
          <Choice
            key={site.fieldId}
            name={site.fieldName}
            note={[t(`sites:type.${site.type}`), t(`sites:state.${site.ifEnable}`)].join(' · ')}
            chosen={site.fieldId === current?.fieldId}
            onChoose={() => choose(site)}
          />
        ))}
      </Paper>
      {shown.length === 0 && (
        <Text c="dimmed" ta="center">
          {t('sites:choose.noMatch')}
        </Text>
      )}
    </Stack>
  );
}

function Choice(props: { name: string; note: string; chosen: boolean; onChoose: () => void }) {
  const t = useText();
  return (
    <li>
      <UnstyledButton className={choices.choice} onClick={props.onChoose} aria-pressed={props.chosen}>
        <span>
          <Text component="span" fw={600} display="block">
            {props.name}
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {props.note}
          </Text>
        </span>
        {props.chosen ? (
          <Badge variant="light" radius="sm">
            {t('sites:choose.current')}
          </Badge>
        ) : (
          <Icon name="chevron-right" />
        )}
      </UnstyledButton>
    </li>
  );
}
