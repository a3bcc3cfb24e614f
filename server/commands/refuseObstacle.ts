import type { ProblemCode } from '../../src/contracts/problem.ts';
import { type Obstacle, type ObstacleCode, obstacleLabels } from '../../src/domain/commands/obstacleLabels.ts';
import { type Refusal, refuse } from '../http/problem.ts';

/** Problem codes of obstacles that are no conflict with what somebody else did. */
const codes: Readonly<Partial<Record<ObstacleCode, ProblemCode>>> = {
  role: 'forbidden',
  ownRequest: 'forbidden',
  notRequester: 'forbidden',
  predicted: 'bad_request',
  noNote: 'bad_request',
};

/** The refusal of a command, with the label of its obstacle as message. */
export function refuseObstacle(obstacle: Obstacle): Refusal {
  const refusal = refuse(codes[obstacle.code] ?? 'conflict', obstacleLabels(obstacle));
  return obstacle.code === 'drifted' ? { ...refusal, drifted: obstacle.drifted } : refusal;
}
