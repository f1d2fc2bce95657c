import type { Values } from '../rows.js';
import { SAMPLE_COMPANY_ID, SAMPLE_CREATED_AT, SAMPLE_ENTITY_IDS } from './ids.js';

const STAMPS = { createdAt: SAMPLE_CREATED_AT, updatedAt: SAMPLE_CREATED_AT };

/** Returns the sample's company. */
export function companies(): readonly Values[] {
  return [{ _id: SAMPLE_COMPANY_ID, name: 'Cambridge University Estates', currency: 'gbp', ...STAMPS }];
}

/** Returns the sample's entities. */
export function entities(): readonly Values[] {
  const names = {
    research: 'Research Estate',
    teaching: 'Teaching and Collections Estate',
    services: 'Administration and Services Estate',
  };
  return (['research', 'teaching', 'services'] as const).map((key) => ({
    _id: SAMPLE_ENTITY_IDS[key],
    name: names[key],
    companyId: SAMPLE_COMPANY_ID,
    ...STAMPS,
  }));
}
