import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { useMenu } from '#kit/ui/menu.ts';
import { allPages } from '#kit/ui/menu-tree.ts';
import { contentContract } from '../contract.ts';
import { answers, termsOf } from '../rules/search-rules.ts';
import classes from './content.module.css';

const shownPages = 6;

/** Where no article answers: the pages whose name does, or all of them. And whom to ask. */
export function NothingFound({ keyword }: { keyword: string }) {
  const t = useText();
  const { roots } = useMenu();
  const phone = useCall(contentContract.helpContact, {}).data?.phone;
  const terms = termsOf(keyword);
  const pages = allPages(roots)
    .filter(({ name }) => answers(name, terms))
    .slice(0, shownPages);
  const offered =
    pages.length > 0 ? pages : [{ path: '/manage', name: t('app:shell.manage'), source: 'layout-grid' }];
  return (
    <section className={classes.nothing}>
      {pages.length > 0 && <h3 className={classes.sectionTitle}>{t('content:search.pages')}</h3>}
      <ul className={`${classes.lines} ${classes.separated}`}>
        {offered.map(({ path, name, source }) => (
          <li key={path}>
            <Link to={path} className={classes.line}>
              <NamedIcon name={source} size={18} />
              <span className={classes.lineText}>{name}</span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.ask}>
        {t('content:search.ask')}{' '}
        {phone ? (
          <Anchor href={`tel:${phone}`}>{phone}</Anchor>
        ) : (
          <Anchor component={Link} to="/help">
            {t('content:contact.title')}
          </Anchor>
        )}
      </p>
    </section>
  );
}
