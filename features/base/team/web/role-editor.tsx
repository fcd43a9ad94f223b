import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TreeNode } from '#features/base/accounts/contract/shared.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { TreePicker } from '#kit/ui/tree-picker.tsx';
import { leavesOf } from '#kit/ui/tree-selection.ts';
import { teamContract } from '../contract.ts';
import { type RoleTemplate, roleTemplateNames, roleTemplates } from '../rules/role-templates.ts';
import { RightsField } from './rights-field.tsx';
import classes from './roles.module.css';

type Role = OutputOf<typeof teamContract.roleDetail>;

const holdersShown = 50;

function Holders({ role }: { role: Role }) {
  const t = useText();
  const { data } = useCall(teamContract.pageUsers, { roleId: role.id, size: holdersShown });
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t('team:page.role.holders')}
      </Title>
      {data?.records.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('team:page.role.nobody')}
        </Text>
      )}
      <ul className={classes.holders}>
        {data?.records.map((user) => (
          <li key={user.id}>
            <Link
              to={role.roleAlias === 'franchisee' ? `/managejmsmd?id=${user.id}` : `/seezzh?id=${user.id}`}
            >
              {user.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveRole({ role, onDone }: { role: Role; onDone: () => void }) {
  const t = useText();
  const remove = useAct(teamContract.removeRoles, {
    success: 'kit:action.removed',
    onDone,
  });
  if (role.roleAlias === 'franchisee') return null;
  if (role.userCount > 0)
    return (
      <Text size="sm" c="dimmed">
        {t('team:page.role.inUse')}
      </Text>
    );
  return (
    <ConfirmButton
      danger
      variant="light"
      title={t('team:page.role.removeTitle', { name: role.roleName })}
      confirmLabel={t('kit:action.remove')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ ids: [role.id] })}
    >
      {t('team:page.role.remove')}
    </ConfirmButton>
  );
}

interface RoleFormProps {
  tree: TreeNode[];
  onDone: () => void;
}

/** A new role may begin as one of the usual jobs; the form then is that job's, and all of it can be changed. */
function NewRole(props: RoleFormProps) {
  const t = useText();
  const [template, setTemplate] = useState<RoleTemplate | undefined>();
  const known = new Set(props.tree.flatMap(leavesOf));
  const initial = template && {
    roleName: t(`team:template.${template}`),
    permissions: roleTemplates[template].filter((right) => known.has(right)),
    sort: 0,
  };
  return (
    <>
      <section aria-label={t('team:page.role.templates')}>
        <Text size="sm" c="dimmed" mb={6}>
          {t('team:page.role.templates')}
        </Text>
        <Group gap="xs">
          {roleTemplateNames.map((name) => (
            <Button
              key={name}
              variant={name === template ? 'filled' : 'default'}
              aria-pressed={name === template}
              onClick={() => setTemplate(name)}
            >
              {t(`team:template.${name}`)}
            </Button>
          ))}
        </Group>
      </section>
      <RoleForm key={template ?? ''} {...props} initial={initial} />
    </>
  );
}

function RoleForm({ role, initial, tree, onDone }: RoleFormProps & { role?: Role; initial?: object }) {
  const form = defineForm({
    texts: 'team',
    schema: teamContract.saveRole.input,
    initial: role ?? initial ?? { permissions: [], sort: 0 },
    fields: [
      {
        name: 'roleName',
        hint: 'team:page.role.nameHint',
        wide: true,
      },
      {
        name: 'permissions',
        wide: true,
        render: ({ value, ...props }) => (
          <RightsField {...props} tree={tree} value={value as string[] | undefined} />
        ),
      },
      { name: 'sort', hint: 'team:page.role.sortHint', wide: true },
    ],
    submit: submitTo(teamContract.saveRole, (data) => ({
      id: role?.id,
      roleName: data.roleName,
      sort: data.sort ?? 0,
      permissions: data.permissions ?? [],
    })),
    success: 'team:page.role.saved',
    afterwards: onDone,
  });
  return <FormPage definition={form} />;
}

/** Title and rights of one job role, who has it, and its removal. */
export function RoleEditor({ id, onDone }: { id: string | undefined; onDone: () => void }) {
  const t = useText();
  const mayEdit = useCan(teamContract.saveRole);
  const tree = useCall(teamContract.grantTree, {});
  const detail = useCall(
    teamContract.roleDetail,
    { id: id ?? '' },
    { enabled: id !== undefined, staleMs: 0 },
  );
  const error = tree.error ?? detail.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([tree.refetch(), detail.refetch()])} />;
  const role = detail.data;
  if (!tree.data || (id && (!role || !detail.isFetchedAfterMount))) return <FormSkeleton />;
  const editable = mayEdit && (role?.editable ?? true);
  return (
    <Stack gap="lg" pb="md">
      {editable ? (
        role ? (
          <RoleForm role={role} tree={tree.data.menu} onDone={onDone} />
        ) : (
          <NewRole tree={tree.data.menu} onDone={onDone} />
        )
      ) : (
        <>
          {mayEdit && <Alert color="coin">{t('team:page.role.notEditable')}</Alert>}
          <TreePicker
            nodes={tree.data.menu}
            value={role?.permissions}
            onChange={() => {}}
            disabled
            label={t('team:field.permissions')}
          />
        </>
      )}
      {role && <Holders role={role} />}
      {role && editable && <RemoveRole role={role} onDone={onDone} />}
    </Stack>
  );
}
