import { Button, Group, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { flattenTree } from '#kit/kernel/tree.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { RoleNode } from '../contract/roles.ts';
import { teamContract } from '../contract.ts';
import { RoleEditor } from './role-editor.tsx';
import classes from './roles.module.css';

function RoleCard({ role, onOpen }: { role: RoleNode; onOpen: () => void }) {
  const t = useText();
  return (
    <button type="button" className={classes.role} onClick={onOpen}>
      <span className={classes.name}>
        {role.roleName}
        {role.roleAlias === 'franchisee' && (
          <StatusBadge tone="info">{t('team:page.role.builtIn')}</StatusBadge>
        )}
      </span>
      <Text span size="sm" c="dimmed">
        {t('team:page.role.rights', { count: role.permissionCount })}
      </Text>
      <Text span size="sm" c="dimmed">
        {t('team:page.role.people', { count: role.userCount })}
      </Text>
    </button>
  );
}

const nameOf = (tree: RoleNode[], id: string | undefined) =>
  flattenTree(tree).find(({ node }) => node.id === id)?.node.roleName;

/** Job roles; `?role=<id>` or `?role=new` opens one beside the list. */
export default function Roles() {
  const t = useText();
  const phone = usePhone();
  const mayEdit = useCan(teamContract.saveRole);
  const [query, setQuery] = useSearchParams();
  const opened = query.get('role') ?? undefined;
  const open = (role: string) => setQuery({ role });
  const close = () => setQuery({}, { replace: true });
  const add = mayEdit && (
    <Button leftSection={<Icon name="plus" />} onClick={() => open('new')}>
      {t('team:page.role.add')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm" maw={640}>
          {t('team:page.role.lead')}
        </Text>
        {!phone && add}
      </Group>
      <Loaded call={[teamContract.listRoles, {}]} skeleton="list">
        {(tree) => (
          <>
            {tree.length === 0 && (
              <EmptyState title={t('team:page.role.empty')} hint={t('team:page.role.emptyHint')} />
            )}
            <ul className={classes.grid}>
              {flattenTree(tree).map(({ node: role }) => (
                <li key={role.id}>
                  <RoleCard role={role} onOpen={() => open(role.id)} />
                </li>
              ))}
            </ul>
            <Sheet
              opened={opened !== undefined}
              onClose={close}
              title={nameOf(tree, opened) ?? t('team:page.role.add')}
              size={600}
            >
              {opened && (
                <RoleEditor key={opened} id={opened === 'new' ? undefined : opened} onDone={close} />
              )}
            </Sheet>
          </>
        )}
      </Loaded>
      {phone && add && <StickyActions>{add}</StickyActions>}
    </>
  );
}
