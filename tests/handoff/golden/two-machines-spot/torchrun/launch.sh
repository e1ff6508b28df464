#!/usr/bin/env bash
# Written by rigwise: 16 x H100 SXM5 80GB on 2 machines (runpod 8x H100)
# strategy zero3, precision amp, optimizer adamw, micro-batch 1, accumulation 8, checkpointing on
set -euo pipefail

export MICRO_BATCH_SIZE=1
export GRADIENT_ACCUMULATION_STEPS=8
export GRADIENT_CHECKPOINTING=1
export TENSOR_PARALLEL=1
export PIPELINE_PARALLEL=1
export OMP_NUM_THREADS=1

: "${NODE_RANK:?set NODE_RANK to 0 on the first machine, 1 on the next, and so on}"
: "${MASTER_ADDR:?set MASTER_ADDR to the address of the first machine}"
torchrun --nnodes=2 --node-rank="$NODE_RANK" --nproc-per-node=8 --master-addr="$MASTER_ADDR" --master-port=29500 train.py
